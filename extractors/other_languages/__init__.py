"""What is said in other languages than English, by tables and a judge of their own."""
