// Keeps one WebSocket to the workspace open, as the person we act as, and opens it again when it breaks.

import { BASE } from "./base.js";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

export class Live {
  #socket = null;
  #user = null;
  #wait = FIRST_WAIT_MS;
  #timer = null;

  /**
   * `onEvent(event)` gets what the workspace pushes at `path`; `onOnline(isOnline)` hears of every change of the
   * connection.
   */
  constructor(onEvent, onOnline = () => {}, path = "ws") {
    this.onEvent = onEvent;
    this.onOnline = onOnline;
    this.path = path;
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#retryNow());
  }

  /** Listen as this person from now on. */
  listenAs(user) {
    this.#user = user;
    this.#wait = FIRST_WAIT_MS;
    this.#open();
  }

  /** Listen no more. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#drop();
  }

  #open() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}${BASE}_control/${this.path}?${new URLSearchParams({ user: this.#user })}`,
    );
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#wait = FIRST_WAIT_MS;
      this.onOnline(true);
    });
    socket.addEventListener("message", ({ data }) => this.onEvent(JSON.parse(data)));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  #drop() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
  }

  #lost(socket) {
    if (socket !== this.#socket) return; // we closed it ourselves, to listen as somebody else
    this.onOnline(false);
    this.#timer = setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #retryNow() {
    if (this.#timer) this.#open();
  }
}
