import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changedSelection, clearSelected, maxSelected, readSelected, saveSelected } from "./saved-selection";

const some = (count: number) => Array.from({ length: count }, (_, place) => `p${place}`);

describe("a selection", () => {
  it("given one free place, then the first of two people is added, the second is not, and isFull is true", () => {
    const before = new Set(some(maxSelected - 1));
    const { selection, isFull } = changedSelection(before, ["p3", "x", "y"], true);
    expect([selection.size, isFull]).toEqual([maxSelected, true]);
    expect([selection.has("x"), selection.has("y")]).toEqual([true, false]);
  });

  it("given a full selection, then selecting its people again is not an error, and removing one makes room", () => {
    const full = new Set(some(maxSelected));
    expect(changedSelection(full, ["p1", "p2"], true)).toEqual({ selection: full, isFull: false });
    expect(changedSelection(full, ["x"], true)).toEqual({ selection: full, isFull: true });
    const { selection } = changedSelection(full, ["p1"], false);
    expect(selection).toEqual(new Set(some(maxSelected).filter((id) => id !== "p1")));
    const { selection: refilled, isFull } = changedSelection(selection, ["x"], true);
    expect([refilled.size, refilled.has("x"), isFull]).toEqual([maxSelected, true, false]);
  });
});

describe("the selection in sessionStorage", () => {
  // As in the browser's sessionStorage, the items are own properties of the object.
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => (storage[key] = value),
    removeItem: (key: string) => delete storage[key],
  };
  let storage: Record<string, string>;
  beforeEach(() => {
    storage = Object.create(methods);
    vi.stubGlobal("sessionStorage", storage);
  });
  afterEach(() => vi.unstubAllGlobals());

  const anna = { uid: "anna", list: "students school" };
  const bo = { uid: "bo", list: "students school" };

  it("a user's selection is not returned to another user", () => {
    saveSelected(anna, new Set(["p1", "p2"]));
    expect(readSelected(anna)).toEqual(["p1", "p2"]);
    expect(readSelected(bo)).toEqual([]);
  });

  it("clearSelected removes the selections of all lists and nothing else", () => {
    storage["another key"] = "stays";
    saveSelected(anna, new Set(["p1"]));
    saveSelected({ ...anna, list: "class" }, new Set(["p2"]));
    clearSelected();
    expect(Object.keys(storage)).toEqual(["another key"]);
  });
});
