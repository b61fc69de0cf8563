"""What reads and writes: the language pipeline, the model of replies and the encoder, where one is set."""

from datetime import datetime

from bot.doctor.findings import Finding, failure, fine
from bot.settings import Settings
from memory.errors import MemoryBotError


def check_models(settings: Settings, now: datetime) -> list[Finding]:
    """Return how each stands. No model is asked anything, since that may cost something."""
    return [_pipeline(settings, now), _languages(), *_model(settings), *_encoder(settings)]


def _pipeline(settings: Settings, now: datetime) -> Finding:
    from extractors.message import Message
    from extractors.pipeline import Extractor

    chosen = settings.memory.pipeline
    step = "Unset memory.pipeline to use the one that ships." if chosen else "Install memory-bot anew."
    try:
        found = Extractor(pipeline=chosen).extract(Message(text="My name is Alex.", sent_at=now))
    except (OSError, ImportError, ValueError, MemoryBotError) as error:
        return failure("capture", f"The language pipeline does not load ({error}). {step}")
    if any(candidate.attribute == "name" for candidate in found):
        return fine("capture", "the language pipeline works")
    return failure("capture", f"The language pipeline finds nothing. {step}")


def _languages() -> Finding:
    """Look whether the tables of every other language can be used."""
    from extractors.other_languages.language_tables import LanguageTableError, languages

    try:
        for language in (known := languages()):
            language.check()
    except LanguageTableError as error:
        return failure("languages", str(error))
    return fine("languages", f"English, and tables for {', '.join(language.name for language in known)}")


def _model(settings: Settings) -> list[Finding]:
    """Look whether the model that is set could be asked."""
    if settings.model is None:
        return []
    from bot.replies.providers import connect  # its libraries are heavy, and an extra

    try:
        connect(settings)
    except MemoryBotError as error:
        return [failure("model", str(error))]
    return [fine("model", f"{settings.model} writes the replies")]


def _encoder(settings: Settings) -> list[Finding]:
    """Look whether the encoder that is set is there."""
    if settings.memory.encoder is None:
        return []
    from memory.encoding.transformers import checked_model  # looks for its library, which is an extra

    try:
        checked_model(settings.memory.encoder)
    except MemoryBotError as error:
        return [failure("encoder", str(error))]
    return [fine("encoder", f"{settings.memory.encoder} finds memories by their meaning")]
