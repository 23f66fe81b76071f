import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Where a service refuses with 403 `forbidden`. docs/decisions/0008-rights-per-request.md. */

const folder = "app/services/.server";
const deciding = ["directory/authorisation.ts", "directory/own-rights.ts"];

/** Other files, with what they refuse. */
const others: Record<string, string> = {
  "auth/external/external-link-endpoints.ts": "a provider by whom this person may not sign in, by auth's own rule",
  "auth/oauth/authorize-endpoint.ts": "raw: a link with other wishes",
  "auth/oauth/authorize-proofs.ts": "raw: impersonation, once its refusal is in the journal",
  "auth/second-factors/second-factor-endpoints.ts":
    "a second factor for a person who can have none, by auth's own rule",
  "library/opening-endpoints.ts": "a request that contradicts itself: the address of one book for another",
};

test("one module decides, except for refusals that are no decision about a right in the directory", () => {
  const refusing = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && /\bforbidden\(/.test(readFileSync(`${folder}/${file}`, "utf8")),
  );
  expect(refusing.sort()).toEqual([...deciding, ...Object.keys(others)].sort());
});
