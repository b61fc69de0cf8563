"""What is worth keeping: the learned judge, its weight beside the rules, and what is kept in the end."""
