import { describe, expect, test } from "vitest";
import { actionOf, intentAt, intentOf, placeOfIntent } from "./intents";

const sent = (intent?: string) => {
  const formData = new FormData();
  if (intent !== undefined) formData.set("intent", intent);
  return formData;
};

describe("a form's intent", () => {
  const actions = { save: "saves", remove: "removes" };

  test.each([
    ["save", "saves"],
    [intentAt("remove", 3), "removes"],
  ])("%s is looked up", (intent, action) => expect(actionOf(actions, sent(intent))).toBe(action));

  test.each([undefined, "", "nonsense", "constructor", "__proto__", ":3", "remove:x", "remove:"])(
    "given %s, then 400",
    (intent) => expect(() => actionOf(actions, sent(intent))).toThrow(expect.objectContaining({ status: 400 })),
  );

  test("contains the place of the thing it acts on", () => {
    const parts = ["remove:12", "save"].map((intent) => [intentOf(sent(intent)), placeOfIntent(sent(intent))]);
    expect(parts).toEqual([
      ["remove", 12],
      ["save", null],
    ]);
  });
});
