"""Where the app is installed, and as what: OAuth, the workspaces it serves, its manifest."""
