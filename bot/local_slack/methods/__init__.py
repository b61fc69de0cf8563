"""The Web API methods, one module for each family; `table` lists them all."""
