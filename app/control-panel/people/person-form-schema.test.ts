import { describe, expect, it } from "vitest";
import { asAttributes, checkBeforeSending, personFormSchema } from "./person-form-schema";

const id = "6f1f0f4e-0c4c-4c57-9d6e-2f8b6f6f0f4e";

describe("the person's form", () => {
  it("reads what a browser without script sends", () => {
    const schema = personFormSchema("se", ["name", "email", "shared", "ageFilter", "organizations", "status", "sms"]);
    const sent = { name: " Åsa ", email: "", shared: "on", ageFilter: "9", organizations: id, sms: "070-123 45 67" };
    expect(schema.parse(sent)).toEqual({
      name: "Åsa",
      email: null,
      shared: true,
      ageFilter: 9,
      organizations: [{ id, admin: undefined }],
      administrators: [],
      status: "inactive",
      sms: "+46701234567",
    });
  });

  it("asks only for what may be changed", () => {
    expect(personFormSchema("se", ["name"]).parse({ name: "A", scopes: "x" })).toEqual({ name: "A" });
  });

  it("says the product's words for what is missing", () => {
    const result = personFormSchema("se", ["name", "organizations"]).safeParse({});
    expect(result.error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([
      ["name", "This value is required"],
      ["organizations", "Select at least one item"],
    ]);
  });

  it("sends the admin flag only for those who may give it", () => {
    const values = { name: "A", organizations: [{ id }], administrators: [id] };
    expect(asAttributes(values, true).organizations).toEqual({ value: [{ id, admin: true }] });
    expect(asAttributes(values, false).organizations).toEqual({ value: [{ id }] });
  });
});

describe("a form that leaves for the second factor", () => {
  const statusOf = (intent: string) => {
    const form = new FormData();
    form.set("name", "");
    form.set("intent", intent);
    return checkBeforeSending(form, "se", ["name", "username"]).status;
  };

  it("goes as it is, half filled; one that is saved is checked", () => {
    expect([statusOf("stepUp"), statusOf("save")]).toEqual(["success", "error"]);
  });
});
