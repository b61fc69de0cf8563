"""The same memory for other agents: an MCP server bound to one person, or to what the whole workspace shares."""
