"""The settings, and the host's pages behind the PIN: the self-test, broken sensors, the table's condition."""
