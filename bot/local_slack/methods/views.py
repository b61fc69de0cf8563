"""views.*: modals and the home tab."""

from typing import Any

from bot.local_slack.errors import ApiError
from bot.local_slack.messages import Json
from bot.local_slack.methods.call import Call, Method
from bot.local_slack.views import find_view, open_view, publish_home, push_view, update_view


def open_modal(call: Call) -> Json:
    """Open a modal for the person whose trigger it is."""
    return {"view": open_view(call.workspace, _user(call), _view(call))}


def push_modal(call: Call) -> Json:
    """Put another modal on top of the person's topmost one."""
    return {"view": push_view(call.workspace, _user(call), _view(call))}


def update(call: Call) -> Json:
    """Replace what a view shows."""
    old = find_view(call.workspace, call.args.text("view_id"), call.args.text("external_id"))
    if old is None:
        raise ApiError("not_found")
    return {"view": update_view(call.workspace, old, _view(call), hash_=call.args.text("hash"))}


def publish(call: Call) -> Json:
    """Show something on a person's home tab."""
    user = call.args.required("user_id")
    return {"view": publish_home(call.workspace, user, _view(call), hash_=call.args.text("hash"))}


def _user(call: Call) -> str:
    trigger = call.args.text("trigger_id") or call.args.text("interactivity_pointer")
    return call.workspace.interactions.use_trigger(trigger, call.workspace.clock.now())


def _view(call: Call) -> Any:
    return call.args.structure("view", error="invalid_arguments")


METHODS = {
    "views.open": Method(run=open_modal),
    "views.push": Method(run=push_modal),
    "views.update": Method(run=update),
    "views.publish": Method(run=publish),
}
