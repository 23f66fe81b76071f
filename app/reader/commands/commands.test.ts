import { expect, test } from "vitest";
import type { ReaderStore } from "~/reader/reader-context";
import { belongsToControl, type CommandId, commandForKey, commandOf, commands } from "./commands";

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
  ["x", null],
  ["Tab", "controls"],
])("%j asks for %s", (key, id) => {
  expect(press(key)).toBe(id);
});

test("modifiers make the spec's other shortcuts", () => {
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

test("ctrl and alt count by the key's place, whatever letter the keyboard types then", () => {
  const both = { ctrl: true, alt: true };
  // A Mac's alt, a German keyboard under Windows (where the two are AltGr), a French one's space that does not break.
  expect(press("µ", both, "KeyM")).toBe("add_bookmark");
  expect(press("µ", { altGr: true }, "KeyM")).toBe("add_bookmark");
  expect(press("Dead", both, "KeyN")).toBe("bookmarks");
  expect(press("\u00a0", both, "Space")).toBe("toggle_play");
  // Letters alone go by what is typed: where M stands elsewhere, it is still M.
  expect(press("m", {}, "Semicolon")).toBe("mute");
  expect(press(",", {}, "KeyM")).toBeNull();
});

test("on a French keyboard ctrl and alt with M's own key add a bookmark, and none with the comma where M stands elsewhere", () => {
  const both = { ctrl: true, alt: true };
  expect(press("m", both, "Semicolon")).toBe("add_bookmark");
  // A Mac's alt.
  expect(press("µ", both, "Semicolon")).toBe("add_bookmark");
  expect(press(",", both, "KeyM")).toBeNull();
});

test.each([
  ["µ", "KeyM", { altGr: true }],
  ["µ", "KeyM", { altGr: true, ctrl: true, alt: true }],
  ["Dead", "KeyN", { altGr: true, ctrl: true, alt: true }],
  ["\u00a0", "Space", { altGr: true }],
])("given a field, what AltGr types there (%j) is no shortcut", (key, _code, modifiers) => {
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
])("given voices %j and signs %j, there is a language menu: %s", (audio, video, isThere) => {
  expect(commandOf("languages").isAvailable(store(audio, video))).toBe(isThere);
});

test.each([
  ["a page in the book", { status: "shown", canGoForward: true, isEnded: false }, true],
  ["the last page, beyond which the end card is", { status: "shown", canGoForward: false, isEnded: false }, true],
  ["the end card", { status: "shown", canGoForward: false, isEnded: true }, false],
  ["a book that is still loading", { status: "loading", canGoForward: false, isEnded: false }, false],
])("given %s, one goes on: %s", (_place, snapshot, isThere) => {
  expect(commandOf("next").isAvailable({ controller: {}, snapshot } as unknown as ReaderStore)).toBe(isThere);
});

test("no two commands share a shortcut", () => {
  const all = commands.flatMap((command) => command.shortcuts.map((shortcut) => JSON.stringify(shortcut)));
  expect(new Set(all).size).toBe(all.length);
});
