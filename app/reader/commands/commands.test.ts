import { expect, test } from "vitest";
import type { ReaderStore } from "~/reader/controller/reader-context";
import { belongsToControl, type CommandId, commandForKey, commandOf, commands, labelOf } from "./commands";

type Modifiers = { ctrl?: boolean; alt?: boolean; meta?: boolean; altGr?: boolean };

const keyEvent = (key: string, { ctrl, alt, meta, altGr }: Modifiers = {}, code = "") => ({
  key,
  code,
  ctrlKey: !!ctrl,
  altKey: !!alt,
  metaKey: !!meta,
  getModifierState: (name: string) => name === "AltGraph" && !!altGr,
});

const press = (...pressed: Parameters<typeof keyEvent>) => commandForKey(keyEvent(...pressed))?.id ?? null;

test.each<[string, CommandId | null]>([
  ["Escape", "close_panels"],
  [" ", "toggle_play"],
  ["Enter", "toggle_play"],
  ["m", "mute"],
  ["M", "mute"],
  ["ArrowUp", "volume_up"],
  ["ArrowDown", "volume_down"],
  ["ArrowLeft", "page_left"],
  ["ArrowRight", "page_right"],
  ["z", "enlarge"],
  ["e", "leave_part"],
  ["Backspace", "go_back"],
  ["x", null],
  ["Tab", "controls"],
])("the key %j runs %s", (key, id) => {
  expect(press(key)).toBe(id);
});

test("modifier keys select the specification's other shortcuts", () => {
  expect(press("ArrowUp", { alt: true })).toBe("rate_up");
  expect(press("ArrowDown", { alt: true })).toBe("rate_down");
  expect(press("ArrowLeft", { alt: true })).toBe("page_left");
  expect(press("ArrowRight", { alt: true })).toBe("page_right");
  expect(press(" ", { ctrl: true, alt: true })).toBe("toggle_play");
  expect(press("n", { ctrl: true, alt: true })).toBe("bookmarks");
  expect(press("m", { ctrl: true, alt: true })).toBe("add_bookmark");
  expect(press("m", { ctrl: true })).toBeNull();
  expect(press("ArrowLeft", { meta: true })).toBeNull();
});

test("with Ctrl and Alt the position of the key counts, not the character that it types", () => {
  const both = { ctrl: true, alt: true };
  // Alt on a Mac, AltGr (Ctrl and Alt) on a German keyboard under Windows, the no-break space on a French keyboard.
  expect(press("µ", both, "KeyM")).toBe("add_bookmark");
  expect(press("µ", { altGr: true }, "KeyM")).toBe("add_bookmark");
  expect(press("Dead", both, "KeyN")).toBe("bookmarks");
  expect(press("\u00a0", both, "Space")).toBe("toggle_play");
  // Without modifiers the typed character counts, wherever its key is.
  expect(press("m", {}, "Semicolon")).toBe("mute");
  expect(press(",", {}, "KeyM")).toBeNull();
});

test("on a French keyboard Ctrl+Alt with the M key adds a bookmark, and with the comma key does not", () => {
  const both = { ctrl: true, alt: true };
  expect(press("m", both, "Semicolon")).toBe("add_bookmark");
  // Alt on a Mac.
  expect(press("µ", both, "Semicolon")).toBe("add_bookmark");
  expect(press(",", both, "KeyM")).toBeNull();
});

test.each([
  ["µ", "KeyM", { altGr: true }],
  ["µ", "KeyM", { altGr: true, ctrl: true, alt: true }],
  ["Dead", "KeyN", { altGr: true, ctrl: true, alt: true }],
  ["\u00a0", "Space", { altGr: true }],
])("given a text field, then the character %j typed with AltGr is not a shortcut", (key, _code, modifiers) => {
  const field = { closest: (selector: string) => (selector.includes("textarea") ? {} : null) } as unknown as Element;
  expect(belongsToControl(keyEvent(key, modifiers), field)).toBe(true);
  expect(belongsToControl(keyEvent(key, { ctrl: true, alt: true }), field)).toBe(false);
});

const store = (audio: string[], video: string[]) =>
  ({ book: { languages: { audio, video } }, isFrog: false }) as unknown as ReaderStore;

test.each<[string[], string[], boolean]>([
  [["sv"], [], false],
  [["sv"], ["tsp"], true],
  [["sv"], ["sv"], false],
  [["sv", "en"], [], true],
  [[], ["takk", "tsp"], true],
])(
  "given the audio languages %j and the sign languages %j, then the language menu is available: %s",
  (audio, video, isThere) => {
    expect(commandOf("languages").isAvailable(store(audio, video))).toBe(isThere);
  },
);

test.each([
  ["a page in the book", { status: "shown", canGoForward: true, isEnded: false }, true],
  ["the last page, before the end card", { status: "shown", canGoForward: false, isEnded: false }, true],
  ["the end card", { status: "shown", canGoForward: false, isEnded: true }, false],
  ["a book that is still loading", { status: "loading", canGoForward: false, isEnded: false }, false],
])("given %s, then the command for the next page is available: %s", (_place, snapshot, isThere) => {
  expect(commandOf("next").isAvailable({ controller: {}, snapshot } as unknown as ReaderStore)).toBe(isThere);
});

test.each([
  ["narration", "a.smil", null, false, "command.toggle_play", true],
  ["no narration, but a voice", null, {}, false, "command.toggle_play", true],
  ["no narration", null, null, true, "turn_pages", true],
  ["no narration, and automatic page turn off", null, null, false, "turn_pages", false],
])(
  "given a book with %s, then the play command has the right name and availability",
  (_, overlay, voice, autoPageTurn, label, isThere) => {
    const store = {
      controller: {},
      book: { spine: [{ overlay, overlays: {} }] },
      snapshot: { voice, settings: { autoPageTurn } },
    } as unknown as ReaderStore;
    const command = commandOf("toggle_play");
    expect([labelOf(command, store), command.isAvailable(store)]).toEqual([label, isThere]);
  },
);

test("no two commands share a shortcut", () => {
  const all = commands.flatMap((command) => command.shortcuts.map((shortcut) => JSON.stringify(shortcut)));
  expect(new Set(all).size).toBe(all.length);
});
