import { expect, test } from "vitest";
import { editFormKey } from "./edit-form-key";

const refused = { lastResult: { status: "error" as const, initialValue: { version: "4", name: "" } } };
const conflict = { ...refused, stale: { version: 5, read: "{}", changes: [] } };

test("given version 4, then the key stays while the form is refused, and changes with a conflict and a save", () => {
  const loaded = editFormKey(4, undefined);
  expect(editFormKey(5, refused)).toBe(loaded);
  expect(new Set([loaded, editFormKey(5, conflict), editFormKey(5, undefined)]).size).toBe(3);
});

test("given the result of another form of the page, then the stored version is the key", () => {
  expect(editFormKey(5, { lastResult: { initialValue: { id: "1" } } })).toBe("5");
});
