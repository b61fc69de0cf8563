"""Import from and export to the layouts of other memory systems. Each module reads a folder and writes one."""
