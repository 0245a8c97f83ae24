"""Games at the keyboard: the terminal, its sessions, and bots that sit in."""
