import type { SubmissionResult } from "@conform-to/react";
import { describe, expect, it } from "vitest";
import { asAttributes, checkBeforeSending, personFormSchema } from "./person-form-schema";

const id = "6f1f0f4e-0c4c-4c57-9d6e-2f8b6f6f0f4e";

describe("personFormSchema", () => {
  it("reads the fields that a browser without script submits", () => {
    const schema = personFormSchema("se", ["name", "email", "shared", "ageFilter", "organizations", "status", "sms"]);
    const sent = { name: " Åsa ", email: "", shared: "on", ageFilter: "9", organizations: id, sms: "070-123 45 67" };
    expect(schema.parse(sent)).toEqual({
      name: "Åsa",
      email: null,
      shared: true,
      ageFilter: 9,
      organizations: [{ id, admin: undefined }],
      administrators: [],
      status: "active",
      sms: "+46701234567",
      group: "",
      signIn: "later",
    });
  });

  it("reads only the fields that may be changed", () => {
    expect(personFormSchema("se", ["name"]).parse({ name: "A", scopes: "x" })).toEqual({ name: "A" });
  });

  it("returns the product's messages for missing fields", () => {
    const result = personFormSchema("se", ["name", "organizations"]).safeParse({});
    expect(result.error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([
      ["name", "This value is required"],
      ["organizations", "Select at least one item"],
    ]);
  });

  it("asAttributes sends the administrator flag only for users who may grant it", () => {
    const values = { name: "A", organizations: [{ id }], administrators: [id] };
    expect(asAttributes(values, true).organizations).toEqual({ value: [{ id, admin: true }] });
    expect(asAttributes(values, false).organizations).toEqual({ value: [{ id }] });
  });
});

describe("checkBeforeSending", () => {
  const formOf = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ name: "", username: "anna", intent: "save", ...fields })) {
      form.set(name, value);
    }
    return form;
  };
  const check = (fields: Record<string, string>, last: SubmissionResult<string[]> | null = null) =>
    checkBeforeSending(formOf(fields), "se", ["name", "username"], last);
  const whileTyping = { __intent__: JSON.stringify({ type: "validate", payload: { name: "name" } }) };

  it("lets a submitted form through even with errors, so that the server reports all of them at once", () => {
    expect(check({ name: "Anna" }).status).toBe("success");
    expect(check({ name: "" })).toMatchObject({ status: "error", error: null });
    expect(check({ intent: "stepUp" }).status).toBe("success");
  });

  it("while typing, shows the form's errors, and the server's error until its value is changed", () => {
    expect(check(whileTyping).reply().error).toEqual({ name: ["This value is required"] });
    const error = { name: ["This value is required"], username: ["Username already exists"] };
    const last: SubmissionResult<string[]> = { status: "error", initialValue: { name: "", username: "anna" }, error };
    expect(check({ ...whileTyping, name: "A" }, last).reply().error).toEqual({ username: error.username });
    expect(check({ ...whileTyping, username: "anna.b" }, last).reply().error).toEqual({ name: error.name });
  });
});

it("a new person is active without the status field, while an existing person without it is inactive", () => {
  const form = { name: "Ebba Ny", organizations: [id] };
  expect(personFormSchema("se", ["name", "status", "organizations"]).parse(form)).toMatchObject({ status: "active" });
  expect(personFormSchema("se", ["name", "status"]).parse(form)).toMatchObject({ status: "inactive" });
});
