"""Meaning beyond words, for those who want it: texts as vectors that lie near one another where they mean the same."""

from memory.encoding.base import Encoder, EncoderModelError, MissingEncoderError
from memory.encoding.worker import Encoding

__all__ = ["Encoder", "EncoderModelError", "Encoding", "MissingEncoderError"]
