"""What people ask of their memory besides talking: commands, slash commands, buttons, dialogs, gestures, imports."""
