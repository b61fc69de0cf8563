"""Fifty made-up people, and what they write to the bot: statements, questions, small talk and commands."""

import random
from collections.abc import Iterator

from bot.local_slack.cast import CAST, Cast, Channel, User

NAMES = (
    "Ada Aino Bela Bram Cleo Cora Dario Dina Edda Emil Farah Finn Gita Goran Hana Hugo Ines Ivo Jana Joris Kai Kira "
    "Lars Lena Mara Milo Nadia Nils Odile Oskar Paula Piet Quinn Rana Ruben Sami Selma Tariq Tilda Uma Uri Vera Viktor "
    "Wanda Wim Xenia Yara Yusuf Zita Zoran"
).split()
_CITIES = (
    "Porto",
    "Ghent",
    "Turku",
    "Bergen",
    "Graz",
    "Leeds",
    "Nantes",
    "Gdansk",
    "Braga",
    "Uppsala",
    "Lyon",
    "Split",
)
_FOODS = ("ramen", "falafel", "dal", "pizza", "pho", "tapas", "dumplings", "goulash", "paella", "pierogi")
_TOOLS = ("Neovim", "PyCharm", "Emacs", "VS Code", "Sublime Text", "Helix")
_WORKS = ("the billing export", "the onboarding flow", "the search page", "the mobile app", "the data warehouse")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")

STATEMENTS = (
    "I live in {city} now",
    "I moved to {city} last month, still unpacking boxes everywhere.",
    "btw I really like {food}",
    "I prefer {tool} for everything these days",
    "I'm working on {work} with the platform team",
    "My dentist appointment is on {day} at {hour}, so I'll be late for standup.",
    "Please keep your answers short, I'm mostly reading on my phone.",
    "the retro moved to {day} {hour}",
    "I don't eat meat, so please no {food} with beef when we order for the offsite :)",
    "We decided that {work} ships on {day}. Design will follow up with the *final* mock-ups, "
    "see <https://wiki.example.com/ships|the plan>.",
    "My manager is {name}, and I report on {work} every {day}.",
)
QUESTIONS = (
    "where do I live?",
    "what do I like to eat?",
    "which editor do I use?",
    "what am I working on?",
    "when is my dentist appointment?",
    "what do you know about me?",
    "who is my manager?",
    "when does {work} ship?",
)
REST = (
    "thanks!",
    "good morning",
    "ok, see you at {hour}",
    "haha that was quick",
    "remember that the door code of meeting room {number} is on the whiteboard",
    "remember that {name} is allergic to nuts",
    "can you summarise what we said about {work}?",
    "I think I might go to {city} at some point, not sure yet",
)


def cast_of(count: int) -> Cast:
    """Return a workspace with this many people, each with a DM with the bot, and one channel for all of them."""
    people = tuple(
        User(id=f"U0{name.upper()}{number:02}", name=f"{name.lower()}{number:02}", display_name=name, real_name=name)
        for number, name in ((number, NAMES[number % len(NAMES)]) for number in range(count))
    )
    members = (*(person.id for person in people), CAST.bot_user_id)
    general = Channel(id="C0GENERAL", name="general", type="channel", members=members, is_general=True)
    dms = (Channel(id=dm_of(p.id), name=p.name, type="im", members=(p.id, CAST.bot_user_id)) for p in people)
    return Cast(
        team=CAST.team,
        users=(*people, CAST.bot),
        channels=(general, *dms),
        app_id=CAST.app_id,
        bot_id=CAST.bot_id,
        bot_user_id=CAST.bot_user_id,
    )


def dm_of(user_id: str) -> str:
    """Return the id of somebody's DM with the bot."""
    return user_id.replace("U0", "D0", 1)


def talk(chance: random.Random) -> Iterator[str]:
    """Yield what one person writes, without end: about half are statements, a third are questions."""
    while True:
        said = chance.choice(chance.choices((STATEMENTS, QUESTIONS, REST), (5, 3, 2))[0])
        yield said.format(
            city=chance.choice(_CITIES),
            food=chance.choice(_FOODS),
            tool=chance.choice(_TOOLS),
            work=chance.choice(_WORKS),
            day=chance.choice(_DAYS),
            hour=f"{chance.randint(8, 17)}:{chance.choice(('00', '15', '30'))}",
            name=chance.choice(NAMES),
            number=chance.randint(1, 30),
        )
