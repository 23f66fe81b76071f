import type { ReaderStore } from "~/reader/controller/reader-context";
import { isNarrated, isReadAloud } from "~/reader/narrated";
import { rateStep, seekStep, volumeStep } from "~/reader/settings/reader-settings";

/** A reader action, used by both buttons and keyboard shortcuts. docs/product/reader.md#limits (Shortcuts). */
export type Command = {
  id: CommandId;
  /** Key in the `reader` namespace. */
  label: `command.${CommandId}`;
  shortcuts: readonly Shortcut[];
  /** The browser's default action for the key also runs. */
  isAlsoTheBrowsers?: boolean;
  /** Whether this reader ever has it; default: everybody does. */
  isOffered?(store: ReaderStore): boolean;
  isAvailable(store: ReaderStore): boolean;
  run(store: ReaderStore): void;
};

/**
 * `key` is `KeyboardEvent.key`, letters in lower case; modifiers must match exactly, except shift. With ctrl and alt,
 * `code` (`KeyboardEvent.code`) also matches, because German and Nordic keyboards and Macs type another letter then.
 * `withAlt` is the character that alt produces on a Mac whose layout has the letter elsewhere (French).
 */
type Shortcut = { key: string; code?: string; withAlt?: string; ctrl?: boolean; alt?: boolean };

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
  | "submissions"
  | "settings"
  | "comfort"
  | "search"
  | "sentence_back"
  | "sentence_forward"
  | "seconds_back"
  | "seconds_forward"
  | "enlarge"
  | "leave_part"
  | "go_back"
  | "select_text"
  | "together"
  | "board"
  | "picture"
  | "help"
  | "close";

const always = () => true;
const hasControls = (store: ReaderStore) => store.controller !== null;
const goesOn = ({ snapshot: { canGoForward, status, isEnded } }: ReaderStore) =>
  canGoForward || (status === "shown" && !isEnded);
const hasBookmarks = (store: ReaderStore) => store.bookmarks !== null;
const hasSound = (store: ReaderStore) => hasControls(store) && !store.isFrog;
const hasVoice = (store: ReaderStore) => hasSound(store) && isReadAloud(store);
/** Speech synthesis has no times to skip by. */
const hasNarration = (store: ReaderStore) => hasSound(store) && isNarrated(store.book) && store.snapshot.voice === null;
/** Comfort settings don't apply to fixed-layout pages. docs/product/reader.md#comfort. */
const hasFlow = ({ book }: ReaderStore) => book.spine.some((item) => item.layout === "reflowable");

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
    shortcuts: [{ key: " " }, { key: "enter" }, { key: " ", code: "Space", ctrl: true, alt: true }],
    // A book without narration has nothing to play but the page turns.
    isAvailable: (store) => hasControls(store) && (isReadAloud(store) || store.snapshot.settings.autoPageTurn),
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
    // On the last page it leads to the end card, as a turn by key or finger does.
    isAvailable: (store) => hasControls(store) && goesOn(store),
    run: ({ controller }) => void controller?.readOn(1),
  },
  {
    // Hidden bars can't be focused, so they are shown before the focus moves.
    id: "controls",
    shortcuts: [{ key: "tab" }],
    isAlsoTheBrowsers: true,
    isAvailable: always,
    run: (store) => store.send({ type: "bars-requested" }),
  },
  {
    id: "contents",
    shortcuts: [],
    isAvailable: always,
    run: (store) => store.send({ type: "drawer-toggled", drawer: "contents" }),
  },
  {
    id: "bookmarks",
    shortcuts: [{ key: "n", code: "KeyN", ctrl: true, alt: true }],
    isAvailable: hasBookmarks,
    run: (store) => store.send({ type: "drawer-toggled", drawer: "bookmarks" }),
  },
  {
    id: "add_bookmark",
    shortcuts: [{ key: "m", code: "KeyM", withAlt: "µ", ctrl: true, alt: true }],
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
    id: "submissions",
    shortcuts: [],
    isAvailable: (store) => store.submissions !== null,
    run: (store) => store.submissions?.send({ type: "toggled" }),
  },
  {
    id: "settings",
    shortcuts: [],
    isAvailable: (store) => !store.isFrog,
    run: (store) => store.send({ type: "drawer-toggled", drawer: "settings" }),
  },
  {
    id: "comfort",
    shortcuts: [{ key: "t" }],
    isAvailable: (store) => hasSound(store) && hasFlow(store),
    run: (store) => store.send({ type: "drawer-toggled", drawer: "comfort" }),
  },
  {
    id: "search",
    shortcuts: [{ key: "f" }],
    isAvailable: (store) => hasControls(store) && store.snapshot.status === "shown",
    run: (store) => store.send({ type: "drawer-toggled", drawer: "search" }),
  },
  {
    id: "sentence_back",
    shortcuts: [{ key: "u" }],
    isAvailable: hasVoice,
    run: ({ controller }) => void controller?.steps.sentence(-1),
  },
  {
    id: "sentence_forward",
    shortcuts: [{ key: "o" }],
    isAvailable: hasVoice,
    run: ({ controller }) => void controller?.steps.sentence(1),
  },
  {
    id: "seconds_back",
    shortcuts: [{ key: "j" }],
    isAvailable: hasNarration,
    run: ({ controller }) => void controller?.steps.seconds(-seekStep),
  },
  {
    id: "seconds_forward",
    shortcuts: [{ key: "l" }],
    isAvailable: hasNarration,
    run: ({ controller }) => void controller?.steps.seconds(seekStep),
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
    id: "go_back",
    shortcuts: [{ key: "backspace" }],
    isAvailable: (store) => hasControls(store) && store.snapshot.canReturn,
    run: ({ controller }) => void controller?.navigation.goBack(),
  },
  {
    id: "select_text",
    shortcuts: [{ key: "s" }],
    isAvailable: (store) => hasControls(store) && store.snapshot.status === "shown" && !store.isFrog,
    run: ({ selecting }) => selecting.set(!selecting.isOn),
  },
  {
    id: "together",
    shortcuts: [{ key: "g" }],
    isOffered: (store) => store.together !== null,
    isAvailable: (store) => store.together !== null && store.snapshot.status === "shown",
    run: (store) => store.send({ type: "drawer-toggled", drawer: "together" }),
  },
  {
    // A presenter's clicker starts by F5. The page can still be reloaded by the browser's own button.
    id: "board",
    shortcuts: [{ key: "b" }, { key: "f5" }],
    isOffered: (store) => store.board !== null,
    isAvailable: (store) => store.board !== null && !store.board.isOn && store.snapshot.status === "shown",
    run: (store) => {
      store.send({ type: "closed" });
      store.board?.set(true);
    },
  },
  {
    id: "picture",
    shortcuts: [{ key: "i" }],
    isAvailable: (store) => hasControls(store) && store.snapshot.status === "shown",
    run: ({ pictures }) => pictures.set(true),
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

/** Key of a command's text for a book: where nothing is read aloud, playing turns the pages. docs/product/reader.md#playback. */
export function labelOf(
  { id, label }: Command,
  store: { book: ReaderStore["book"]; snapshot: Pick<ReaderStore["snapshot"], "voice"> },
): Command["label"] | "turn_pages" {
  return id === "toggle_play" && !isReadAloud(store) ? "turn_pages" : label;
}

export function commandOf(id: CommandId): Command {
  const command = commands.find((command) => command.id === id);
  if (!command) throw new Error(`There is no command ${id}`);
  return command;
}

/** More than one audio or video language, e.g. one voice and one sign language. docs/product/reader.md#screens (Toolbar buttons). */
function hasSeveralLanguages({ book }: ReaderStore): boolean {
  return new Set([...book.languages.audio, ...book.languages.video]).size > 1;
}

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "altKey" | "metaKey" | "getModifierState">;

/** The command for a key press, or null. */
export function commandForKey(event: Pressed): Command | null {
  if (event.metaKey) return null;
  const key = event.key.toLowerCase();
  // Windows reports AltGr instead of ctrl + alt if the combination types a letter.
  const isAltGr = event.getModifierState("AltGraph");
  const [ctrl, alt] = [event.ctrlKey || isAltGr, event.altKey || isAltGr];
  // If the key types a plain letter or comma, the layout has another key at that position, so `code` must not match.
  const place = /^[a-z,;]$/.test(key) ? null : event.code;
  const isKey = (shortcut: Shortcut) =>
    shortcut.key === key || shortcut.withAlt === event.key || (shortcut.code !== undefined && shortcut.code === place);
  const matches = (shortcut: Shortcut) => isKey(shortcut) && !!shortcut.ctrl === ctrl && !!shortcut.alt === alt;
  return commands.find((command) => command.shortcuts.some(matches)) ?? null;
}

/** Whether a key press belongs to a dialog or panel, or to the page behind an open dialog: the book then handles Escape only. */
export function belongsToPanel(
  event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey">,
  target: Element | null,
): boolean {
  if (event.key === "Escape" || (event.ctrlKey && event.altKey)) return false;
  if (target?.closest("[role=dialog], aside")) return event.key !== "Tab";
  return document.querySelector("[role=dialog][data-state=open]") !== null;
}

/** Keys that a focused control handles itself: space on a button, arrows on a slider, all typing in a field. */
export function belongsToControl(
  event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "getModifierState">,
  target: Element | null,
): boolean {
  if (!target) return false;
  const isTyped = event.getModifierState("AltGraph") && (event.key.length === 1 || event.key === "Dead");
  if (isTyped && target.closest("input, textarea, [contenteditable=true]")) return true;
  if (event.altKey || event.ctrlKey) return false;
  if (target.closest("input[type=range], [role=slider], select")) return /^(arrow|page|home|end)/i.test(event.key);
  if (target.closest("input, textarea, [contenteditable=true]")) return event.key !== "Escape";
  return !!target.closest("button, a, summary, [role=switch]") && (event.key === " " || event.key === "Enter");
}
