import { expect, test } from "vitest";
import { z } from "zod";
import { type Realm, regionOf } from "~/realms/realm";
import { defineContract } from "~/services/contracts/contract";
import { dispatch } from "./dispatch";
import { publicEndpoint } from "./endpoint";

const body = z.strictObject({
  name: z.string().min(2).max(3),
  age: z.number(),
  kind: z.enum(["a"]),
  own: z.string("Duplicate value"),
  more: z.array(z.union([z.string(), z.object({ a: z.string() })])).max(1),
});
const row = {
  method: "POST",
  path: "/",
  source: "a test",
  auth: "none",
  body,
  responses: { 204: z.undefined() },
} as const;
const service = {
  name: "test",
  endpoints: {
    write: publicEndpoint({
      contract: defineContract(row),
      handle: async () => ({ status: 204 as const, body: undefined }),
    }),
  },
};
const realm: Realm = "se";
const caller = { user: null, realm, region: regionOf(realm), requestId: "r", ipAddress: null, origin: "http://x" };

async function reasonsOf(given: unknown): Promise<Record<string, string>> {
  const error = await dispatch(service as never, "write", { body: given }, caller as never).catch((thrown) => thrown);
  return Object.fromEntries(
    error.details.map((each: { attribute: string; reason: string }) => [each.attribute, each.reason]),
  );
}

test("reports invalid input with the product's messages instead of zod's", async () => {
  const required = "This value is required";
  expect(await reasonsOf({})).toEqual({
    name: required,
    age: required,
    kind: required,
    own: "Duplicate value",
    more: required,
  });
  expect(await reasonsOf({ name: "abcd", age: "x", kind: "b", own: 1, more: ["a", "b"], other: 1 })).toEqual({
    name: "Maximum 3 characters",
    age: "Must be a number",
    kind: "Incorrectly formatted",
    own: "Duplicate value",
    more: "Incorrectly formatted",
    "": "Incorrectly formatted",
  });
  expect(await reasonsOf({ name: "a", age: 1, kind: "a", own: "", more: [{ a: 1 }] })).toEqual({
    name: "At least 2 characters",
    "more.0": "Incorrectly formatted",
  });
  expect(await reasonsOf(undefined)).toEqual({ "": required });
});
