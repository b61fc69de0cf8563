"""What holds for all tests: no example of a property is timed."""

from hypothesis import settings

settings.register_profile("untimed", parent=settings.default, deadline=None)  # other work may share the machine
settings.load_profile("untimed")
