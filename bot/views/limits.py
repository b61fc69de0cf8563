"""Slack's limits for Block Kit, in characters unless said otherwise. The local workspace holds views to the same."""

MESSAGE_BLOCKS = 50
VIEW_BLOCKS = 100
SECTION_TEXT = 3000
HEADER_TEXT = 150
CONTEXT_ELEMENTS = 10
ACTIONS_ELEMENTS = 25
BUTTON_TEXT = 75
BUTTON_VALUE = 2000
OPTION_TEXT = 75
OPTION_VALUE = 150
SELECT_OPTIONS = 100
CONFIRM_TITLE = 100
CONFIRM_TEXT = 300
CONFIRM_BUTTON = 30
INPUT_TEXT = 3000
"""What a text input takes and can be filled with."""
LABEL = 2000
PLACEHOLDER = 150
MODAL_TITLE = 24
"""Also of a modal's submit and close buttons."""
PRIVATE_METADATA = 3000
ID = 255
"""Of a `block_id`, `action_id` or `callback_id`."""
VIEW_BYTES = 250_000
MESSAGE_TEXT = 4000
"""Slack's own advice for `text`, and the hard limit of chat.update."""
SUGGESTED_PROMPTS = 4
"""Of assistant.threads.setSuggestedPrompts."""
