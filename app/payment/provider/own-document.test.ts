import { expect, it } from "vitest";
import { needsOwnDocument } from "./own-document";

/** When a payment page needs a new document, because the current one has another content policy. docs/security.md, line 30. */

it.each([
  ["https://fabel.se/", null, true],
  ["https://fabel.se/profile?a=/signup", null, true],
  ["https://fabel.se/signups", null, true],
  ["https://fabel.se/profile", "https://js.stripe.example/v3", true],
  ["https://fabel.se/signup", null, false],
  ["https://fabel.se/signup/payment?order=1", null, false],
  ["https://fabel.se/subscription", "https://js.stripe.example/v3", false],
  ["https://fabel.se/", "/test-payments/stripe.js", false],
])("given the document %s and the script %s, then a new document is needed: %s", (documentUrl, scriptUrl, isNeeded) => {
  expect(needsOwnDocument(documentUrl, scriptUrl)).toBe(isNeeded);
});
