// The left side: the workspace, its channels, the DM with the bot, and whom we act as.

import { avatar } from "./avatar.js";
import { el, icon, iconButton } from "./dom.js";
import { iconOf, roleOf } from "./places.js";
import { openMenu } from "./menu.js";
import { openNewRoom, openRooms } from "./rooms.js";
import { openPeople } from "./people.js";

export class Sidebar {
  #store;
  #actions;

  constructor(root, store, actions) {
    this.#store = store;
    this.#actions = actions;
    this.title = el("h1", { class: "workspace" });
    this.channels = el("ul", { class: "places" });
    this.talks = el("ul", { class: "places" });
    this.cast = el("div", { class: "cast", role: "radiogroup", "aria-labelledby": "act-as" });
    this.workspaces = el("ul", { class: "places workspaces", "aria-label": "Workspaces" });
    root.append(
      this.title,
      this.workspaces,
      el("div", { class: "places-head" }, el("h2", { class: "places-title", text: "Channels" }), this.#adding()),
      this.channels,
      el("h2", { class: "places-title", text: "Direct messages" }),
      this.talks,
      el(
        "div",
        { class: "act-as" },
        el(
          "div",
          { class: "places-head" },
          el("h2", { id: "act-as", text: "You act as" }),
          iconButton("people", "People", () => openPeople(store)),
        ),
        this.cast,
      ),
    );
  }

  #adding() {
    const store = this.#store;
    const items = [
      { icon: "plus", label: "New channel", run: () => openNewRoom(store, (id) => this.#actions.openChannel(id)) },
      { icon: "hash", label: "All channels", run: () => openRooms(store) },
    ];
    const button = iconButton("plus", "Channels", () => openMenu(button, items, { label: "Channels" }), {
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    });
    return button;
  }

  render() {
    const store = this.#store;
    const look = JSON.stringify([
      store.me,
      store.channelId,
      store.botConnected,
      store.team,
      store.people,
      store.myChannels.map((c) => [c, store.unread(c.id)]),
    ]);
    if (look === this.look) return;
    this.look = look;
    const focused = document.activeElement?.id;
    this.title.textContent = store.team.name;
    const others = store.workspaces.filter((workspace) => workspace.id !== store.team.id);
    this.workspaces.hidden = others.length === 0;
    this.workspaces.replaceChildren(...others.map(workspaceLink));
    const isTalk = (channel) => channel.is_im || channel.is_group_dm;
    this.channels.replaceChildren(...store.myChannels.filter((c) => !isTalk(c)).map((c) => this.#place(c)));
    this.talks.replaceChildren(...store.myChannels.filter(isTalk).map((c) => this.#place(c)));
    this.cast.replaceChildren(...store.people.map((person) => this.#person(person)));
    if (focused) document.getElementById(focused)?.focus();
  }

  #place(channel) {
    const store = this.#store;
    const { any, loud } = store.unread(channel.id);
    const isHere = channel.id === store.channelId;
    const unread = any && !isHere;
    return el(
      "li",
      {},
      el(
        "a",
        {
          id: `place-${channel.id}`,
          class: `place ${unread ? "unread" : ""}`,
          href: `#/${store.me}/${channel.id}`,
          "aria-current": isHere ? "page" : null,
          data: { channel: channel.id },
        },
        channel.is_im
          ? el("span", { class: `face ${store.botConnected ? "is-on" : ""}` }, avatar(store.bot, store, "tiny"))
          : icon(iconOf(channel)),
        el("span", { class: "place-name", text: store.titleOf(channel) }),
        channel.is_private && !channel.is_im && el("span", { class: "visually-hidden", text: "(private)" }),
        channel.is_shared && el("span", { class: "place-mark", title: "Shared", text: "shared" }),
        channel.is_im &&
          el("span", { class: "visually-hidden", text: store.botConnected ? "(connected)" : "(not connected)" }),
        unread && loud > 0 && el("span", { class: "badge", text: String(loud), "aria-label": `${loud} for you` }),
        unread && el("span", { class: "visually-hidden", text: "unread" }),
      ),
    );
  }

  #person(person) {
    const store = this.#store;
    const isMe = person.id === store.me;
    return el(
      "button",
      {
        type: "button",
        id: `act-as-${person.id}`,
        role: "radio",
        class: "person",
        "aria-checked": String(isMe),
        tabindex: isMe ? "0" : "-1",
        title: `${person.real_name || person.name} (${roleOf(person, store.partner)})`,
        data: { user: person.id },
        on: { click: () => this.#actions.actAs(person.id), keydown: (event) => this.#step(event, person) },
      },
      avatar(person, store),
      el("span", { text: person.name }),
    );
  }

  #step(event, person) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const { people } = this.#store;
    const next = people[(people.indexOf(person) + step + people.length) % people.length];
    document.getElementById(`act-as-${next.id}`).focus();
    this.#actions.actAs(next.id);
  }
}

function workspaceLink({ name, path }) {
  return el("li", {}, el("a", { class: "place", href: path }, icon("home"), el("span", { class: "place-name", text: name })));
}
