// The box where a message is written: completion, marks for bold and the like, a file, Enter to send.

import { MODIFIER, el, icon, iconButton } from "./dom.js";
import { Listbox } from "./listbox.js";
import { suggest, usageOf } from "./suggest.js";
import { toast } from "./toast.js";

const TALLEST_PX = 260;
const LARGEST_FILE = 1_000_000; // bytes
const MARKS = [
  { name: "bold", label: "Bold", mark: "*", key: "b" },
  { name: "italic", label: "Italic", mark: "_", key: "i" },
  { name: "strike", label: "Strikethrough", mark: "~", key: "x", shift: true },
  { name: "code", label: "Code", mark: "`", key: "c", shift: true },
];

export class Composer {
  #drafts = new Map(); // where → {text, file}
  #where = null;
  #file = null;
  #store;
  #options;

  /**
   * `onSend({text, file})` resolves to whether it was sent; what was not comes back into the box. `onEmptyUp` is called
   * for the up arrow in an empty box. `isThread` offers no commands; `extra` is one more button below the box; `saveLabel`
   * makes it an editor with Save and Cancel (`onCancel`).
   */
  constructor(store, options) {
    this.#store = store;
    this.#options = options;
    this.field = el("textarea", {
      class: "composer-field",
      rows: "1",
      "aria-label": options.label,
      placeholder: options.placeholder,
      spellcheck: "true",
      on: {
        input: () => this.#onInput(),
        keydown: (event) => this.#onKey(event),
        blur: () => this.list.hide(),
        click: () => this.#suggest(),
      },
    });
    this.list = new Listbox(this.field, store, { label: "Suggestions", onChoose: (option) => this.#complete(option) });
    this.usage = el("div", { class: "usage", "aria-live": "polite" });
    this.chip = el("div", { class: "file-chip", hidden: true });
    this.root = el(
      "div",
      { class: `composer ${options.saveLabel ? "composer-edit" : ""}` },
      this.list.root,
      el(
        "div",
        { class: "composer-box", on: this.#dropTarget() },
        this.#toolbar(),
        this.field,
        this.chip,
        this.#foot(),
      ),
      this.usage,
    );
    this.#onInput();
  }

  get text() {
    return this.field.value;
  }

  set text(value) {
    this.field.value = value;
    this.#onInput();
  }

  focus() {
    this.field.focus();
    this.field.setSelectionRange(this.text.length, this.text.length);
  }

  /** Write for another place from now on: the draft stays with the old one. */
  setPlace(where, { placeholder, label, channelId }) {
    this.#options = { ...this.#options, channelId };
    this.field.placeholder = placeholder;
    this.field.setAttribute("aria-label", label);
    if (where === this.#where) return;
    if (this.#where) this.#drafts.set(this.#where, { text: this.text, file: this.#file });
    this.#where = where;
    const draft = this.#drafts.get(where);
    this.#setFile(draft?.file ?? null);
    this.text = draft?.text ?? "";
    this.list.hide();
  }

  // --- parts --------------------------------------------------------------------------------------------------------------

  #toolbar() {
    if (this.#options.saveLabel) return null;
    const buttons = MARKS.map(({ name, label, mark, key, shift }) =>
      iconButton(name, label, () => this.#wrap(mark), {
        title: `${label} (${MODIFIER}${shift ? "Shift+" : ""}${key.toUpperCase()})`,
      }),
    );
    return el("div", { class: "composer-tools", role: "group", "aria-label": "Formatting" }, ...buttons);
  }

  #foot() {
    if (this.#options.saveLabel) {
      return el(
        "div",
        { class: "composer-foot" },
        el("span", { class: "composer-tip", text: "Esc to cancel, Enter to save" }),
        el("button", {
          type: "button",
          class: "button",
          text: "Cancel",
          on: { click: () => this.#options.onCancel() },
        }),
        el("button", {
          type: "button",
          class: "button button-primary",
          text: this.#options.saveLabel,
          on: { click: () => this.#send() },
        }),
      );
    }
    this.sendButton = iconButton("send", "Send", () => this.#send(), { class: "send" });
    return el(
      "div",
      { class: "composer-foot" },
      iconButton("clip", "Attach a text file", () => this.#pickFile()),
      iconButton("at", "Mention somebody", () => this.#insert("@")),
      !this.#options.isThread && iconButton("slash", "Run a command", () => this.#insert("/")), // Slack runs none in threads
      this.#options.extra,
      el("span", { class: "composer-tip" }, el("b", { text: "Shift+Enter" }), " for a new line"),
      this.sendButton,
    );
  }

  // --- typing -------------------------------------------------------------------------------------------------------------

  #onInput() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, TALLEST_PX)}px`;
    this.usage.textContent = this.#offersNoCommands ? "" : usageOf(this.text, this.#store);
    this.sendButton?.classList.toggle("ready", this.#isReady);
    this.#suggest();
  }

  #suggest() {
    const offered =
      document.activeElement === this.field &&
      suggest(this.text, this.field.selectionStart, {
        store: this.#store,
        channelId: this.#options.channelId,
        hasCommands: !this.#offersNoCommands,
      });
    if (offered) this.list.show(offered);
    else this.list.hide();
    this.offered = offered;
  }

  #complete(option) {
    const { start, end } = this.offered;
    this.field.setRangeText(option.insert, start, end, "end");
    this.field.focus();
    this.#onInput();
  }

  #onKey(event) {
    if (this.list.take(event)) return;
    const mark =
      (event.ctrlKey || event.metaKey) &&
      MARKS.find(({ key, shift }) => key === event.key.toLowerCase() && Boolean(shift) === event.shiftKey);
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.#send();
    else if (event.key === "ArrowUp" && !this.text && this.#options.onEmptyUp) this.#options.onEmptyUp();
    else if (event.key === "Escape" && this.#options.onCancel) this.#options.onCancel();
    else if (mark) this.#wrap(mark.mark);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Put a mark on both sides of what is selected. */
  #wrap(mark) {
    const { selectionStart: start, selectionEnd: end } = this.field;
    this.field.setRangeText(`${mark}${this.text.slice(start, end)}${mark}`, start, end, "end");
    if (start === end) this.field.setSelectionRange(start + mark.length, start + mark.length);
    this.field.focus();
    this.#onInput();
  }

  #insert(mark) {
    const at = this.field.selectionStart;
    const needsSpace = mark === "@" && at > 0 && !/\s/.test(this.text[at - 1]);
    if (mark === "/") this.text = `/${this.text.replace(/^\//, "")}`;
    else this.field.setRangeText(`${needsSpace ? " " : ""}${mark}`, at, this.field.selectionEnd, "end");
    this.field.focus();
    if (mark === "/") this.field.setSelectionRange(1, 1);
    this.#onInput();
  }

  // --- sending ------------------------------------------------------------------------------------------------------------

  get #offersNoCommands() {
    return Boolean(this.#options.saveLabel || this.#options.isThread);
  }

  get #isReady() {
    return this.text.trim() !== "" || this.#file !== null;
  }

  async #send() {
    if (!this.#isReady) return;
    const [text, file, where] = [this.text, this.#file, this.#where];
    if (!this.#options.saveLabel) {
      this.text = "";
      this.#setFile(null);
    }
    this.list.hide();
    const isSent = await this.#options.onSend({ text, file });
    if (isSent || this.#options.saveLabel) return;
    if (where === this.#where && !this.text) {
      this.#setFile(file);
      this.text = text;
    } else {
      this.#drafts.set(where, { text, file });
    }
  }

  // --- files --------------------------------------------------------------------------------------------------------------

  #pickFile() {
    const input = el("input", { type: "file", accept: "text/*,.md,.txt,.csv,.json,.log,.toml,.yaml,.yml" });
    input.addEventListener("change", () => this.#readFile(input.files[0]));
    input.click();
  }

  #dropTarget() {
    if (this.#options.saveLabel) return {};
    return {
      dragover: (event) => event.preventDefault(),
      drop: (event) => {
        event.preventDefault();
        this.#readFile(event.dataTransfer.files[0]);
      },
    };
  }

  async #readFile(file) {
    if (!file) return;
    if (file.size > LARGEST_FILE) {
      toast(`${file.name} is larger than 1 MB. Attach a smaller text file.`);
      return;
    }
    try {
      const content = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      this.#setFile({ filename: file.name, content });
    } catch {
      toast(`${file.name} is not a text file. Attach a plain text file.`);
    }
    this.field.focus();
  }

  #setFile(file) {
    this.#file = file;
    this.chip.hidden = file === null;
    this.chip.replaceChildren();
    if (file)
      this.chip.append(
        icon("file"),
        el("span", { text: file.filename }),
        iconButton("close", `Remove ${file.filename}`, () => this.#setFile(null)),
      );
    this.sendButton?.classList.toggle("ready", this.#isReady);
  }
}
