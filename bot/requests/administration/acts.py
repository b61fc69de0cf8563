"""What an admin asks for, and how it is put down in the audit."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.parts import Parts
from bot.policy import Policy
from memory.records import Person

NOT_AN_ADMIN = "That is for the admins of this workspace."
NOT_KNOWN_FOR_ONE = (
    "That is for the admins of this workspace, and Slack does not tell me just now who is one. Nothing was changed; "
    "please try again in a minute."
)


def refusal(person: Person, admin: bool | None, parts: Parts) -> str:
    """Return "" for whoever may administer, else the sentence that says why not.

    Args:
        admin: Whether Slack counts them among the admins of the workspace; None if it does not tell.
    """
    if admin or parts.settings.lists_admin(person.team_id, person.user_id):
        return ""
    return NOT_KNOWN_FOR_ONE if admin is None else NOT_AN_ADMIN


@dataclass(frozen=True, slots=True)
class Act:
    """What an admin asks for: who, with which words after the verb, when; `reason` is why, "" if they do not say."""

    admin: Person
    words: str
    now: datetime
    parts: Parts
    reason: str = ""

    @property
    def command(self) -> str:
        """What the command is called here."""
        return f"{self.parts.settings.memory_command} admin"

    @property
    def own_command(self) -> str:
        """What everybody's command is called here."""
        return self.parts.settings.memory_command

    @property
    def policy(self) -> Policy:
        """What is chosen now."""
        return self.parts.policies.of(self.admin.team_id)

    @property
    def is_alone(self) -> bool:
        """Whether no other workspace has its memory in the same home."""
        return not set(self.parts.book.teams()) - {self.admin.team_id}

    @property
    def because(self) -> str:
        """The reason as the end of a sentence for the people it touches; "" without one."""
        return f" Their reason: {self.reason}." if self.reason else ""

    def change(self, to: Callable[[Policy], Policy], note: str) -> Policy:
        """Change the policy and put it down in the audit."""
        policy = self.parts.policies.change(self.admin.team_id, to)
        self.put_down(note)
        return policy

    def put_down(self, note: str) -> None:
        """Leave a line in the audit, with the reason; `note` must quote nobody."""
        told = f"{note}: {self.reason}" if self.reason else note
        self.parts.book.note(self.admin, told, at=self.now, actor=self.admin.user_id)
