import { beforeAll, expect, test } from "vitest";
import { sessionScene } from "#tests/support/session-scene";
import { processBackend } from "~/composition/process-backend.server";

/**
 * Endpoints without a contract check the caller's rights in their own code, so the tests of contracts do not cover them. A new endpoint
 * must be added here with the reason that it declares.
 */
const decidedBy: Record<string, RegExp> = {
  "GET auth/v1/authorize": /client id, redirect address and PKCE challenge/,
  "POST auth/v1/authorize": /credentials in the form/,
  "POST auth/v2/token": /PKCE verifier, or the refresh token/,
  "GET auth/logout": /signed id_token_hint/,
  "GET auth/v1/external/:provider/logout": /access token/,
  "POST payment/webhooks/:realm": /signature with the realm's secret/,
  "GET library/content/*": /signed policy/,
  "HEAD library/content/*": /signed policy/,
  "GET library/back-end/*": /signed policy/,
  "HEAD library/back-end/*": /signed policy/,
  "GET library/v1/covers/:bookId/:version": /public/,
  "HEAD library/v1/covers/:bookId/:version": /public/,
};

beforeAll(async () => void (await sessionScene([])));

test("the services' endpoints without a contract are exactly the listed ones, each with its reason", () => {
  const raw = processBackend().services.flatMap((service) =>
    (service.raw ?? []).map(({ method, path, reason }) => [`${method} ${service.name}${path}`, reason] as const),
  );
  expect(raw.map(([address]) => address).toSorted()).toEqual(Object.keys(decidedBy).toSorted());
  for (const [address, reason] of raw) expect(reason).toMatch(decidedBy[address] ?? /^$/);
});
