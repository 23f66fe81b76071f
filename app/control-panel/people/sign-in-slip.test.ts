import { expect, it } from "vitest";
import { usernameParts } from "./sign-in-slip";

it.each([
  ["maximiliane.oberholzer-wittgenstein", ["maximiliane.", "oberholzer-", "wittgenstein"]],
  ["anna_berg@skolan.example", ["anna_", "berg@", "skolan.", "example"]],
  ["annaberg7", ["annaberg7"]],
  [".anna..berg.", [".anna..berg."]],
])("given the username %s, then a line may end between the parts %j", (username, parts) => {
  expect(usernameParts(username)).toEqual(parts);
});
