// The dialog about people: who there is, what they are, and how somebody new comes.

import * as api from "./api.js";
import { ROLE_CHOICES, isRoom, roleOf } from "./places.js";
import { avatar } from "./avatar.js";
import { choiceField, doButton, labelled, lineField, openDialog, sendForm } from "./panel.js";
import { el } from "./dom.js";
import { toastErrors } from "./toast.js";

export function openPeople(store) {
  const name = lineField("name", { required: true, maxlength: "80", placeholder: "Mina Park" });
  const role = choiceField("role", [...ROLE_CHOICES, ["outsider", `Of the ${store.partner.toLowerCase()}`]]);
  const place = choiceField("place", []);
  const form = sendForm({
    fields: [labelled("Name", name), labelled("Comes as", role), labelled("Into", place)],
    button: "Add person",
    style: "button-primary",
    onSend: () =>
      toastErrors(() =>
        api.addPerson({ name: name.value, role: role.value, channels: place.value ? [place.value] : [] }),
      ),
  });
  openDialog(store, () => {
    const rooms = [...store.channels.values()].filter((each) => isRoom(each) && !each.is_archived);
    const chosen = place.value;
    place.replaceChildren(
      el("option", { value: "", text: "Where their kind begins" }),
      ...rooms.map((each) => el("option", { value: each.id, text: `#${each.name}`, selected: each.id === chosen })),
    );
    const rows = store.everybody.map((person) => personRow(person, store));
    return {
      title: "People",
      parts: [el("ul", { class: "panel-list" }, ...rows), el("h3", { text: "Add a person" }), form],
    };
  });
}

function personRow(person, store) {
  const change = (values) => toastErrors(() => api.changePerson({ user: person.id, ...values }));
  const what =
    person.role === "outsider"
      ? el("span", { class: "panel-note", text: roleOf(person, store.partner) })
      : choiceField(`role-${person.id}`, ROLE_CHOICES, {
          value: person.role,
          "aria-label": `What ${person.name} is`,
          on: { change: (event) => changeRole(event.target, person, change) },
        });
  const label = person.is_deactivated ? "Activate" : "Deactivate";
  return el(
    "li",
    { class: `panel-row ${person.is_deactivated ? "is-off" : ""}`, data: { user: person.id } },
    avatar(person, store, "small"),
    el("span", { class: "panel-name", text: person.name }),
    what,
    doButton(label, () => change({ deactivated: !person.is_deactivated }), {
      "aria-label": `${label} ${person.name}`,
      "data-action-id": `active-${person.id}`,
    }),
  );
}

async function changeRole(field, person, change) {
  if (!(await change({ role: field.value }))) field.value = person.role;
}
