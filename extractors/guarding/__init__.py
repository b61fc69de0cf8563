"""What keeps a clause from being captured without being asked."""
