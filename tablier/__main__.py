"""`python -m tablier` is the command `tablier`."""

from tablier.command import main

if __name__ == "__main__":
    main()
