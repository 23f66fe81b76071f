import { expect, test } from "vitest";
import { type CommandId, commandForKey, commands } from "./commands";

const press = (key: string, modifiers: { ctrl?: boolean; alt?: boolean; meta?: boolean } = {}) =>
  commandForKey({ key, ctrlKey: !!modifiers.ctrl, altKey: !!modifiers.alt, metaKey: !!modifiers.meta })?.id ?? null;

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

test("no two commands share a shortcut", () => {
  const all = commands.flatMap((command) => command.shortcuts.map((shortcut) => JSON.stringify(shortcut)));
  expect(new Set(all).size).toBe(all.length);
});
