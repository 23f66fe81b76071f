import { expect, test } from "vitest";
import { everybodyAtPages, pageRows, roles, targetIn } from "#tests/support/page-matrix";
import { rowPrints } from "#tests/support/row-prints";
import { getWiring } from "~/clients/wiring.server";
import { optionalUser } from "~/session/guard.server";

/** docs/security.md, line 4: a GET writes nothing, for all pages and calls and every role; the logout page is the exception. */

const scene = everybodyAtPages();

/** Tables that any page may write to: sessions, rate limits, and sign-in attempts that a page begins. */
const traces = ["web.sessions", "auth.rate_limits", "auth.sessions"];

async function expectNothingWritten(work: () => Promise<void>): Promise<void> {
  const before = await rowPrints(scene.database);
  await work();
  const after = await rowPrints(scene.database);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table] && !traces.includes(table));
  expect(changed).toEqual([]);
}

test("GET of every page by every role writes nothing", async () => {
  const target = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  const rows = pageRows.filter(([, , page]) => !page.isLeaving);
  expect(rows.length).toBeGreaterThan(50);
  await expectNothingWritten(async () => {
    for (const [, , page] of rows) {
      for (const role of roles) await (await scene.pages.get(scene.browsers[role], page.path(target))).text();
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
  const { serveServices } = getWiring();
  const clientInfo = { ipAddress: "127.0.0.1", requestId: "test" };
  const address = (path: string) => `https://www.fabelskolan.se/services/${path}`;
  const gets: string[] = [];
  for (const service of services) {
    const page = await serveServices(new Request(address(`${service}/openapi.json`)), clientInfo);
    const { paths } = (await page.json()) as { paths: Record<string, Record<string, unknown>> };
    for (const [path, methods] of Object.entries(paths)) if (methods.get) gets.push(`${service}${path}`);
  }
  expect(gets.length).toBeGreaterThan(40);
  const statuses = new Set<number>();
  const failed: Array<[path: string, role: string, status: number, error: string]> = [];
  await expectNothingWritten(async () => {
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
        const { credentials } = await optionalUser(scene.browsers[role].request("/"));
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
