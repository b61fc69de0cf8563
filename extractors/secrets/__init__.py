"""What must never be stored: passwords, tokens, keys, card and account numbers.

Own patterns rather than detect-secrets: that library reads source files line by line, misses passwords told in prose
("the wifi password is …") and card numbers, and takes longer to load than a whole message takes to read. Its
well-known token shapes are listed in `shapes`.
"""

from extractors.secrets.asked import asks_for_secret
from extractors.secrets.finding import find_doubtful, find_secrets, holds_secret, masked
from extractors.secrets.secret import Secret, is_made_up

__all__ = ["Secret", "asks_for_secret", "find_doubtful", "find_secrets", "holds_secret", "is_made_up", "masked"]
