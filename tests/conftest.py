"""What holds for all tests: no example of a property is timed, for other work may share the machine."""

from hypothesis import settings

settings.register_profile("untimed", parent=settings.default, deadline=None)
settings.load_profile("untimed")
