"""Numbers about the running bot for Prometheus: counts and durations, never words or names."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The bot's meters, in a registry of their own so that several bots can live in one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.turns = Counter("memory_bot_turns", "Turns finished, well or not.", registry=self._registry)
        self.failed = Counter("memory_bot_failed_turns", "Turns that ended in an apology.", registry=self._registry)
        self.seconds = Histogram("memory_bot_turn_seconds", "Seconds a turn took.", registry=self._registry)
        self.posts_again = Counter(
            "memory_bot_posts_again",
            "Posts that Slack did not take at first, by why.",
            ["why"],
            registry=self._registry,
        )
        self.postponed = Counter(
            "memory_bot_postponed_turns", "Turns whose answer is tried again later.", registry=self._registry
        )
        self.sockets = Gauge("memory_bot_sockets", "Connections to Slack that are open.", registry=self._registry)
        self.socket_ends = Counter(
            "memory_bot_socket_ends",
            "Connections to Slack that ended or failed, by why.",
            ["why"],
            registry=self._registry,
        )
        self.model_replies = Counter(
            "memory_bot_model_replies",
            "Replies asked of the model, by how they ended.",
            ["end"],
            registry=self._registry,
        )
        self.model_tokens = Counter(
            "memory_bot_model_tokens", "Tokens the model read and wrote.", ["direction"], registry=self._registry
        )
        self.model_seconds = Histogram(
            "memory_bot_model_seconds", "Seconds the model took for a reply.", registry=self._registry
        )
        self.model_first_piece_seconds = Histogram(
            "memory_bot_model_first_piece_seconds", "Seconds until the model began to write.", registry=self._registry
        )
        self.feedback = Counter(
            "memory_bot_feedback", "What people think of answers of the model.", ["answer"], registry=self._registry
        )

    def page(self) -> bytes:
        """Return the numbers in Prometheus' text format."""
        return generate_latest(self._registry)
