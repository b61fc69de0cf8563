"""Tasks that keep a home in order: migrate, reflect, reindex, gc. Each can be tried without changing anything."""
