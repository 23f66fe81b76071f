import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { expectNothingWritten } from "#tests/support/nothing-written";
import { origin, pageRows, roles, rolesWithPages, targetIn } from "#tests/support/page-matrix";
import { Browser } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { openPaymentSession } from "~/payment/payment-session.server";
import { cardErrors, transition } from "~/payment/subscription/card-payment.machine";
import { cardErrorCookieHeader } from "~/session/cookies.server";
import { optionalUser } from "~/session/guard.server";

/**
 * docs/security.md, line 4: a GET writes nothing, for all pages and calls and every role; the logout page is the exception. A family
 * that paid in another browser: app/payment/signup/payment-step-pages.test.ts, since it needs a payment provider.
 */

const scene = rolesWithPages();

test("GET of every page by every role writes nothing", async () => {
  const target = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  const rows = pageRows.filter(([, , page]) => !page.isLeaving);
  expect(rows.length).toBeGreaterThan(50);
  await expectNothingWritten(scene.database, async () => {
    for (const [, , page] of rows) {
      for (const role of roles) await (await scene.pages.get(scene.browsers[role], page.path(target))).text();
    }
  });
});

test("GET of every page writes nothing in a browser that stores a sign-up and a failed card", async () => {
  const target = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  const browsers = [await signedInBrowser(origin, "family.se"), new Browser(origin)];
  for (const browser of browsers) {
    const { state, save } = await openPaymentSession(processBackend(), browser.request("/"));
    const card = transition(state.card, { type: "failed", error: cardErrors.incorrectCvc });
    const store = { ...state.store, selectedPrices: ["price_of_a_plan"] };
    browser.take({ headers: new Headers(await save({ ...state, card, store })) });
    browser.take({ headers: new Headers({ "Set-Cookie": await cardErrorCookieHeader(browser.request("/")) }) });
  }
  const rows = pageRows.filter(([, , page]) => !page.isLeaving);
  await expectNothingWritten(scene.database, async () => {
    for (const browser of browsers) {
      for (const [, , page] of rows) await (await scene.pages.get(browser, page.path(target))).text();
    }
  });
});

const services = ["auth", "account", "control-panel", "customer-management", "library", "payment", "submissions"];

test("GET of every service call by every role writes nothing", async () => {
  const target = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  const values: Record<string, string> = {
    ...{ version: "v1", type: "students", id: target.student, uid: target.student, userUid: target.student },
    ...{ organizationId: target.school, schoolUid: target.school, groupId: target.group, provider: "google" },
  };
  const { serveServices } = processBackend();
  const clientInfo = { ipAddress: "127.0.0.1", requestId: "test" };
  const address = (path: string) => `https://se.localhost/services/${path}`;
  const gets: string[] = [];
  for (const service of services) {
    const page = await serveServices(new Request(address(`${service}/openapi.json`)), clientInfo);
    const { paths } = (await page.json()) as { paths: Record<string, Record<string, unknown>> };
    for (const [path, methods] of Object.entries(paths)) if (methods.get) gets.push(`${service}${path}`);
  }
  expect(gets.length).toBeGreaterThan(40);
  const statuses = new Set<number>();
  const failed: Array<[path: string, role: string, status: number, error: string]> = [];
  await expectNothingWritten(scene.database, async () => {
    for (const path of gets) {
      const thing = path.includes("/groups/{id}")
        ? target.group
        : path.includes("rganizations/{id}")
          ? target.school
          : null;
      const ids = thing
        ? { ...values, id: thing }
        : path.includes("schoolUnits/")
          ? { ...values, uid: target.school }
          : values;
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no-${name}`);
      for (const role of roles) {
        const { credentials } = await optionalUser(processBackend(), scene.browsers[role].request("/"));
        const headers: HeadersInit = credentials.accessToken
          ? { authorization: `Bearer ${credentials.accessToken}` }
          : {};
        const response = await serveServices(new Request(address(filled), { headers }), clientInfo);
        statuses.add(response.status);
        if (response.status >= 500) failed.push([path, role, response.status, (await response.json()).error]);
      }
    }
  });
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 401, 403, 404]));
  // The country has no payment keys here; payment's access.test.ts checks the same endpoints with keys.
  const withoutKeys = ["payment/configuration", "payment/products"];
  expect(failed).toEqual(
    withoutKeys.flatMap((path) => roles.map((role) => [path, role, 503, "publishable_key_required"])),
  );
});

// Last: the refresh leaves a job that the queue writes to afterwards.
test("GET of a preview that waits for its uploader's secure login writes nothing once they have one", async () => {
  const target = await targetIn(scene.database, "se", "se-1001", "super.se", {});
  await scene.database.execute(sql`update imports.imports set needs_secure_login = true where id = ${target.import}`);
  const page = `/controlpanel/import/${target.import}`;
  await expectNothingWritten(scene.database, async () => {
    // A super user's login counts as secure.
    const html = await (await scene.pages.get(scene.browsers.super, page)).text();
    expect(html).toContain("Du är inloggad säkert.");
  });
  await scene.pages.post(scene.browsers.super, page, { intent: "refresh" });
  const { rows } = await scene.database.execute(sql`select state from imports.imports where id = ${target.import}`);
  expect(rows).toEqual([{ state: "reading" }]);
});
