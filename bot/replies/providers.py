"""From `model = "provider:name"` to a client of that provider, or one sentence on what is missing.

pydantic-ai and the providers' own libraries come with the extra `memory-bot[model]`; they are imported here, when a
model is asked for, and nowhere else at start.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.settings import Settings, environment
from memory.errors import InvalidValueError, MemoryBotError

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model

_KEY_VARIABLES = {
    "anthropic": "ANTHROPIC_API_KEY",
    "openai": "OPENAI_API_KEY",
    "openai-chat": "OPENAI_API_KEY",
    "openai-compatible": None,
    "ollama": None,
}
"""The providers, and the variable that holds the key of those that need one."""

_OLLAMA_AT_HOME = "http://localhost:11434/v1/"


class MissingExtraError(MemoryBotError):
    """A model is asked for, and the libraries for it are not installed."""

    def __init__(self, model: str) -> None:
        self.model = model
        super().__init__(
            f"The model {model} needs libraries that are not installed. Run: pip install 'memory-bot[model]' "
            "(or unset model and MEMORY_BOT_MODEL; everything else works without it)."
        )


class MissingKeyError(MemoryBotError):
    """The provider needs a key, and none is set."""

    def __init__(self, model: str, variable: str) -> None:
        self.model, self.variable = model, variable
        super().__init__(
            f"{variable} is not set, and the model {model} needs it. "
            "Put it into the environment or .env, or set MEMORY_BOT_MODEL_API_KEY."
        )


@dataclass(frozen=True, slots=True)
class Connected:
    """A model, and the HTTP client that is to be closed with it."""

    model: "Model"
    http: "httpx2.AsyncClient"


def connect(settings: Settings) -> Connected:
    """Return the model that the settings name; nothing is sent yet.

    Raises:
        MissingExtraError: If the libraries are not installed.
        MissingKeyError: If the provider's key is not set.
        InvalidValueError: If the provider is unknown, or lacks its address.
    """
    assert settings.model is not None
    provider, _, name = settings.model.partition(":")
    if provider not in _KEY_VARIABLES:
        known = ", ".join(_KEY_VARIABLES)
        raise InvalidValueError("The provider of model", provider, f"Use one of {known}.")
    address = settings.model_base_url or _usual_address(provider)
    if provider == "openai-compatible" and address is None:
        raise InvalidValueError(
            "model", settings.model, "Set model_base_url to the server's address, such as http://localhost:8000/v1."
        )
    try:
        return _connect(provider, name, address, settings)
    except ImportError as error:
        raise MissingExtraError(settings.model) from error


def _connect(provider: str, name: str, address: str | None, settings: Settings) -> Connected:
    import httpx2
    from pydantic_ai.models import create_async_httpx2_client

    key = _key(provider, settings)
    here = urlsplit(address or "").hostname in {"127.0.0.1", "localhost", "::1"}
    http = create_async_httpx2_client(transport=httpx2.AsyncHTTPTransport() if here else None)  # past any proxy
    if provider == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        return Connected(
            AnthropicModel(name, provider=AnthropicProvider(api_key=key, base_url=address, http_client=http)), http
        )
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.ollama import OllamaProvider
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    if provider == "openai":
        return Connected(
            OpenAIResponsesModel(name, provider=OpenAIProvider(base_url=address, api_key=key, http_client=http)), http
        )
    if provider == "openai-chat":
        return Connected(
            OpenAIChatModel(name, provider=OpenAIProvider(base_url=address, api_key=key, http_client=http)), http
        )
    assert address is not None
    if provider == "ollama":
        from pydantic_ai.models.ollama import OllamaModel

        return Connected(
            OllamaModel(name, provider=OllamaProvider(base_url=address, api_key=key, http_client=http)), http
        )
    compatible = OpenAICompatibleProvider(provider, base_url=address, api_key=key, http_client=http)
    return Connected(OpenAIChatModel(name, provider=compatible), http)


def _usual_address(provider: str) -> str | None:
    """Return where the provider's own variable says it is; None for where it always is."""
    match provider:
        case "anthropic":
            return environment().get("ANTHROPIC_BASE_URL")
        case "openai" | "openai-chat":
            return environment().get("OPENAI_BASE_URL")
        case "ollama":
            return environment().get("OLLAMA_BASE_URL") or _OLLAMA_AT_HOME
    return None


def _key(provider: str, settings: Settings) -> str:
    """Return the key given, or the one in the provider's usual variable; a filler where none is needed."""
    if settings.model_api_key is not None:
        return settings.model_api_key.get_secret_value()
    variable = _KEY_VARIABLES[provider]
    found = environment().get(variable) if variable else None
    if variable and not found:
        raise MissingKeyError(settings.model or provider, variable)
    return found or "no-key-needed"
