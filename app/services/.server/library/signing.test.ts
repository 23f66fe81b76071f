import { expect, test } from "vitest";
import { signedPolicyOf } from "./content-policy";
import { cachedSigner, isPolicyValidFor, newSigningKey, policySeconds, signFolder } from "./signing";

const folder = "https://books.example/services/library/content/a/1/";
const inside = { host: "books.example", path: "/services/library/content/a/1/EPUB/page.xhtml" };
const now = new Date("2026-01-01T00:00:00Z");
const key = await newSigningKey();

function signed(query: string) {
  const policy = signedPolicyOf(new URLSearchParams(query));
  if (!policy) throw new Error(`not a signed policy: ${query}`);
  return policy;
}

test("a signed folder admits its own files until the policy expires", () => {
  const query = signFolder(folder, key, now);
  expect(query).toMatch(/^Policy=[\w~-]+&Signature=[\w~-]+&Key-Pair-Id=\w+$/);
  const last = new Date(now.getTime() + (policySeconds - 1) * 1000);
  expect(isPolicyValidFor(signed(query), key.publicKey, inside, now)).toBe(true);
  expect(isPolicyValidFor(signed(query), key.publicKey, inside, last)).toBe(true);
});

test("a policy does not admit another book, another version, a longer version name or a later time", () => {
  const policy = signed(signFolder(folder, key, now));
  const late = new Date(now.getTime() + policySeconds * 1000);
  expect(isPolicyValidFor(policy, key.publicKey, inside, late)).toBe(false);
  for (const path of [
    "/services/library/content/b/1/page",
    "/services/library/content/a/2/page",
    "/services/library/content/a/10/page",
  ]) {
    expect(isPolicyValidFor(policy, key.publicKey, { ...inside, path }, now)).toBe(false);
  }
});

test("a policy does not admit the same file at another country's host, or at another port", () => {
  const policy = signed(signFolder(folder, key, now));
  for (const host of ["fr.books.example", "books.example:8443", "books.example.evil.example"]) {
    expect(isPolicyValidFor(policy, key.publicKey, { ...inside, host }, now)).toBe(false);
  }
});

test("a policy with one altered letter is not admitted", () => {
  const policy = signed(signFolder(folder, key, now));
  for (const part of ["policy", "signature"] as const) {
    for (let index = 0; index < policy[part].length; index += 7) {
      const letter = policy[part][index] === "A" ? "B" : "A";
      const altered = { ...policy, [part]: policy[part].slice(0, index) + letter + policy[part].slice(index + 1) };
      expect(isPolicyValidFor(altered, key.publicKey, inside, now)).toBe(false);
    }
  }
});

test("a signature by another key is not admitted, and an incomplete policy is null", async () => {
  const other = await newSigningKey();
  expect(isPolicyValidFor(signed(signFolder(folder, other, now)), key.publicKey, inside, now)).toBe(false);
  expect(signedPolicyOf(new URLSearchParams("Policy=a&Signature=b"))).toBeNull();
});

test("a signature is reused for a minute, only for the same folder and key", async () => {
  let milliseconds = now.getTime();
  const sign = cachedSigner(() => milliseconds);
  const first = sign(folder, key);
  milliseconds += 60_000;
  expect(sign(folder, key)).toBe(first);
  expect(sign(`${folder}more/`, key)).not.toBe(first);
  expect(sign(folder, await newSigningKey())).not.toBe(first);
  milliseconds += 1000;
  const anew = sign(folder, key);
  expect(anew).not.toBe(first);
  const last = new Date(milliseconds + (policySeconds - 1) * 1000);
  expect(isPolicyValidFor(signed(anew), key.publicKey, inside, last)).toBe(true);
});
