import { expect, it } from "vitest";
import { z } from "zod";
import { readForm } from "~/forms/read-form";
import { groupField, keyOfGroupField } from "./import-intents";

/** Names of the fields with decisions on classes. */

it.each(["7 1.a", "7 4.67e+10", "7 [a]", "7 klass 1%2e", "7 å-ö"])(
  "the decision on the class %s arrives with its form",
  (key) => {
    const formData = new FormData();
    formData.set(groupField(key), "new");
    const [name = ""] = formData.keys();
    const { values } = readForm(formData, z.object({ [name]: z.string() }));
    expect(Object.entries(values).map(([field, choice]) => [keyOfGroupField(field), choice])).toEqual([[key, "new"]]);
  },
);

it("a field that is not encoded is not about a class", () => {
  expect(keyOfGroupField("group-%E0%A4%A")).toBeNull();
  expect(keyOfGroupField("choice-1")).toBeNull();
});
