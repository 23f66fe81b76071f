import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Where a service refuses with 403. docs/decisions/0008-rights-per-request.md. */

const folder = "app/services/.server";
const deciding = ["directory/authorisation.ts", "directory/own-rights.ts"];

/** Other files, with what they refuse and, for a right, which function decides it. */
const others: Record<string, string> = {
  "auth/credentials.ts": "one's own credentials without a second factor, by auth's own rule",
  "auth/external/external-endpoints.ts": "a sign-in that still lacks the second factor",
  "auth/external/external-link-endpoints.ts": "a provider by whom this person may not sign in, by auth's own rule",
  "auth/external/external-sign-in.ts": "a provider's account that nobody here has",
  "auth/oauth/authorize-endpoint.ts": "raw: a link with other wishes",
  "auth/oauth/authorize-proofs.ts": "raw: impersonation, once its refusal is in the journal",
  "auth/oauth/authorize-request.ts": "a request that names another person than the one who is signed in",
  "auth/parent-pins/parent-pin-endpoints.ts": "a parents' PIN after too many wrong ones",
  "auth/passwords/first-factor.ts": "a sign-in with a password that has to be replaced first",
  "auth/second-factors/fresh-factor.ts": "a second factor that is not recent enough",
  "auth/second-factors/second-factor-endpoints.ts":
    "a second factor for a person who can have none, by auth's own rule",
  "auth/second-factors/second-factors.ts": "a sign-in that still lacks the second factor",
  "auth/second-factors/sms-codes.ts": "a sign-in whose second factor has no number",
  "control-panel/group-writes.ts": "attributes of a group: `mayOnGroup`, and features that the country does not have",
  "control-panel/people-write-endpoints.ts":
    "the reason of a refusal that `authorisePerson` decided: the person also belongs elsewhere (`attributeLevel`)",
  "control-panel/person-writes.ts": "attributes of a person: `attributeLevel` and `mayChangeStatus`",
  "customer-management/school-unit-writes.ts": "an attribute whose feature the country does not have",
  "directory/access.ts": "a caller whose school requires a second factor, before any right is decided",
  "directory/forbidden-attributes.ts": "makes the error for refused attributes",
  "directory/people/first-passwords.ts":
    "a link to somebody without a confirmed address, after `authorise` proved the right",
  "directory/people/person-deletion.ts": "a new username at a restoration that does not need one: `attributeLevel`",
  "directory/people/place-rules.ts": "the administrator flag: `mayChangeAdministrators`",
  "dispatch/fresh-sign-in.ts": "a sign-in that is not recent enough",
  "dispatch/mount.ts": "a write from another site",
  "import/run-import.ts": "an import whose starter may no longer import there: `mayOnOrganization`",
  "library/opening-endpoints.ts": "a request that contradicts itself: the address of one book for another",
  "library/placed-book-endpoints.ts":
    "a talking book for others without a second factor, after `authorise` proved the right",
  "library/withheld-books.ts": "a book that a parent has marked as not for this child",
  "library/words/word-endpoints.ts": "words that a school or a parent has switched off: `mayUseWords`",
};

/** Every way to make a 403, also of another code than `forbidden`. */
const refusal = /\bforbidden(Attributes)?\(|\bServiceError\(\s*403\b/;

test("one module decides, except for refusals that are no decision about a right in the directory", () => {
  const refusing = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && refusal.test(readFileSync(`${folder}/${file}`, "utf8")),
  );
  expect(refusing.sort()).toEqual([...deciding, ...Object.keys(others)].sort());
});
