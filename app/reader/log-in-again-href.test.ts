import { expect, it } from "vitest";
import { logInAgainHref } from "./log-in-again-href";

it.each([
  ["/bookshelf/play/id/hopp", "", "/bookshelf/play/id/hopp"],
  ["/bookshelf/play/id/hopp", "?from=start&lang=sv", "/bookshelf/play/id/hopp?lang=sv"],
  ["/bookshelf/play/id/hopp", "?from=shelf&Policy=p&Signature=s&Key-Pair-Id=k", "/bookshelf/play/id/hopp?from=shelf"],
  ["/assignments/7", "", "/assignments/7"],
])("given the page %s%s, then logging in again leads back to %s", (pathname, search, redirect) => {
  const { searchParams } = new URL(logInAgainHref({ pathname, search }), "https://se.example");
  expect(Object.fromEntries(searchParams)).toEqual({ reauthenticate: "true", redirect });
});
