import type { ReaderStore } from "~/reader/reader-context";
import { rateStep, volumeStep } from "~/reader/settings/reader-settings";

/** One thing a reader can do: buttons and keys both go through it. docs/product/reader.md#limits (Shortcuts). */
export type Command = {
  id: CommandId;
  /** In the `reader` texts. */
  label: `command.${CommandId}`;
  shortcuts: readonly Shortcut[];
  /** The browser does with the key what it always does, too. */
  isAlsoTheBrowsers?: boolean;
  isAvailable(store: ReaderStore): boolean;
  run(store: ReaderStore): void;
};

/** `KeyboardEvent.key`, letters in lower case; modifiers must match exactly, shift is free. */
export type Shortcut = { key: string; ctrl?: boolean; alt?: boolean };

export type CommandId =
  | "close_panels"
  | "toggle_play"
  | "rate_up"
  | "rate_down"
  | "mute"
  | "volume_up"
  | "volume_down"
  | "page_left"
  | "page_right"
  | "previous"
  | "next"
  | "controls"
  | "contents"
  | "bookmarks"
  | "add_bookmark"
  | "languages"
  | "settings"
  | "enlarge"
  | "leave_part"
  | "help"
  | "close";

const always = () => true;
const hasControls = (store: ReaderStore) => store.controller !== null;
const hasBookmarks = (store: ReaderStore) => store.bookmarks !== null;
const hasSound = (store: ReaderStore) => hasControls(store) && !store.isFrog;

function changeVolume({ controller, snapshot }: ReaderStore, by: number): void {
  controller?.changeSettings({ audioVolume: snapshot.settings.audioVolume + by, muted: false });
}

function changeRate({ controller, snapshot }: ReaderStore, percent: number): void {
  controller?.changeSettings({ playbackRate: snapshot.settings.playbackRate + percent / 100 });
}

function turnTo({ controller }: ReaderStore, side: "left" | "right"): void {
  if (controller) void controller.turn(controller.directionOf(side));
}

const table: Array<Omit<Command, "label">> = [
  {
    id: "close_panels",
    shortcuts: [{ key: "escape" }],
    isAvailable: always,
    run: (store) => {
      store.send({ type: "closed" });
      store.controller?.dismissEnd();
    },
  },
  {
    id: "toggle_play",
    shortcuts: [{ key: " " }, { key: "enter" }, { key: " ", ctrl: true, alt: true }],
    isAvailable: hasControls,
    run: ({ controller }) => controller?.toggle(),
  },
  {
    id: "rate_up",
    shortcuts: [{ key: "arrowup", alt: true }],
    isAvailable: hasSound,
    run: (store) => changeRate(store, rateStep),
  },
  {
    id: "rate_down",
    shortcuts: [{ key: "arrowdown", alt: true }],
    isAvailable: hasSound,
    run: (store) => changeRate(store, -rateStep),
  },
  {
    id: "mute",
    shortcuts: [{ key: "m" }],
    isAvailable: hasControls,
    run: ({ controller, snapshot }) => controller?.changeSettings({ muted: !snapshot.settings.muted }),
  },
  {
    id: "volume_up",
    shortcuts: [{ key: "arrowup" }],
    isAvailable: hasSound,
    run: (store) => changeVolume(store, volumeStep),
  },
  {
    id: "volume_down",
    shortcuts: [{ key: "arrowdown" }],
    isAvailable: hasSound,
    run: (store) => changeVolume(store, -volumeStep),
  },
  {
    id: "page_left",
    shortcuts: [{ key: "arrowleft" }, { key: "arrowleft", alt: true }],
    isAvailable: hasControls,
    run: (store) => turnTo(store, "left"),
  },
  {
    id: "page_right",
    shortcuts: [{ key: "arrowright" }, { key: "arrowright", alt: true }],
    isAvailable: hasControls,
    run: (store) => turnTo(store, "right"),
  },
  {
    id: "previous",
    shortcuts: [{ key: "pageup" }],
    isAvailable: (store) => hasControls(store) && store.snapshot.canGoBack,
    run: ({ controller }) => void controller?.readOn(-1),
  },
  {
    id: "next",
    shortcuts: [{ key: "pagedown" }],
    isAvailable: (store) => hasControls(store) && store.snapshot.canGoForward,
    run: ({ controller }) => void controller?.readOn(1),
  },
  {
    // Bars that are away take no focus: they come before it goes on.
    id: "controls",
    shortcuts: [{ key: "tab" }],
    isAlsoTheBrowsers: true,
    isAvailable: always,
    run: (store) => store.send({ type: "asked-for" }),
  },
  {
    id: "contents",
    shortcuts: [],
    isAvailable: always,
    run: (store) => store.send({ type: "drawer-toggled", drawer: "contents" }),
  },
  {
    id: "bookmarks",
    shortcuts: [{ key: "n", ctrl: true, alt: true }],
    isAvailable: hasBookmarks,
    run: (store) => store.send({ type: "drawer-toggled", drawer: "bookmarks" }),
  },
  {
    id: "add_bookmark",
    shortcuts: [{ key: "m", ctrl: true, alt: true }],
    isAvailable: (store) => hasBookmarks(store) && store.snapshot.status === "shown",
    run: (store) => store.send({ type: "drawer-toggled", drawer: "add-bookmark" }),
  },
  {
    id: "languages",
    shortcuts: [],
    isAvailable: (store) => !store.isFrog && hasSeveralLanguages(store),
    run: (store) => store.send({ type: "drawer-toggled", drawer: "languages" }),
  },
  {
    id: "settings",
    shortcuts: [],
    isAvailable: (store) => !store.isFrog,
    run: (store) => store.send({ type: "drawer-toggled", drawer: "settings" }),
  },
  {
    id: "enlarge",
    shortcuts: [{ key: "z" }],
    isAvailable: (store) => hasControls(store) && store.snapshot.isSmall,
    run: ({ controller, snapshot }) => controller?.enlarge(!snapshot.isEnlarged),
  },
  {
    id: "leave_part",
    shortcuts: [{ key: "e" }],
    isAvailable: (store) => hasControls(store) && store.snapshot.isInsidePart,
    run: ({ controller }) => controller?.leavePart(),
  },
  {
    id: "help",
    shortcuts: [{ key: "?" }],
    isAvailable: always,
    run: (store) => store.send({ type: "drawer-toggled", drawer: "help" }),
  },
  { id: "close", shortcuts: [], isAvailable: always, run: (store) => store.close() },
];

export const commands: readonly Command[] = table.map((row) => ({ ...row, label: `command.${row.id}` }));

export function commandOf(id: CommandId): Command {
  const found = commands.find((command) => command.id === id);
  if (!found) throw new Error(`There is no command ${id}`);
  return found;
}

/** More than one audio or video language. docs/product/reader.md#screens (Toolbar buttons). */
function hasSeveralLanguages({ book }: ReaderStore): boolean {
  return book.languages.audio.length > 1 || book.languages.video.length > 1;
}

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey">;

/** The command that a key press asks for; null where it asks for none. */
export function commandForKey(event: Pressed): Command | null {
  if (event.metaKey) return null;
  const key = event.key.toLowerCase();
  const matches = (shortcut: Shortcut) =>
    shortcut.key === key && !!shortcut.ctrl === event.ctrlKey && !!shortcut.alt === event.altKey;
  return commands.find((command) => command.shortcuts.some(matches)) ?? null;
}

/** Keys that a focused control uses itself: a button its space, a slider its arrows. */
export function belongsToControl(
  event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey">,
  target: Element | null,
): boolean {
  if (event.altKey || event.ctrlKey || !target) return false;
  if (target.closest("input[type=range], [role=slider], select")) return /^(arrow|page|home|end)/i.test(event.key);
  if (target.closest("input, textarea, [contenteditable=true]")) return event.key !== "Escape";
  return !!target.closest("button, a, summary, [role=switch]") && (event.key === " " || event.key === "Enter");
}
