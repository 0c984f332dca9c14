"""The board under the table: the serial line to a microcontroller, or shift registers on this computer."""
