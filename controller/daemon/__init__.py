"""The running table: its main loop, its watchdog, its status and logs, and what is shown and heard."""
