import { expect, test } from "vitest";
import { fillTemplate } from "./fill-template";

test("given placeholders, then each is filled with its value", () => {
  expect(fillTemplate("{{code}}: {{minutes}} min. {{code}}", { code: "01", minutes: 5 })).toBe("01: 5 min. 01");
});

test("given text without placeholders, with the separators of keys, then it stays as it is", () => {
  for (const text of ["Hej.", "a:b::c.d", "$t(ui:save)", " two\n\nlines "]) expect(fillTemplate(text, {})).toBe(text);
});

test.each(["<b>&'\"/", "$& $1 $$", "{{code}}", "$t(ui:save)", ""])(
  "given the value %j, then it is inserted as it is",
  (name) => {
    expect(fillTemplate("Hello {{name}}!", { name, code: "01" })).toBe(`Hello ${name}!`);
  },
);

test("given the names of i18next's own options, then they are values like others", () => {
  const values = { count: 1, context: "x", lng: "fr", replace: "r", defaultValue: "d" };
  expect(fillTemplate("{{count}} {{context}} {{lng}} {{replace}} {{defaultValue}}", values)).toBe("1 x fr r d");
});

test("given a placeholder without a value, then it throws", () => {
  expect(() => fillTemplate("Hello {{name}}", { code: "01" })).toThrow("A template has no value for {{name}}");
});
