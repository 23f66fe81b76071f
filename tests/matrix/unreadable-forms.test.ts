import { expect, test } from "vitest";
import { origin, pageRows, rolesWithPages, targetIn } from "#tests/support/page-matrix";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { tableHashes } from "#tests/support/table-hashes";

/** A body that is no form, or a form that is broken off, sent to every page with an action: 415 or 400, never a failure. */

const scene = rolesWithPages();

const part = (name: string, file = "") =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n`;

/** Body and Content-Type. */
const bodies: Record<string, [type: string, body: string]> = {
  nothing: ["", ""],
  text: ["text/plain", "username=a"],
  JSON: ["application/json", "{}"],
  "another multipart type": ["multipart/mixed; boundary=x", `${part("username")}a\r\n--x--\r\n`],
  "multipart without boundary": ["multipart/form-data", `${part("username")}a\r\n--x--\r\n`],
  "multipart broken off in a field": ["multipart/form-data; boundary=x", `${part("username")}a`],
  "multipart broken off in a file": ["multipart/form-data; boundary=x", `${part("file", "a.xlsx")}PK`],
  "empty multipart": ["multipart/form-data; boundary=x", ""],
};

type Sender = { request(path: string, init?: RequestInit): Request };

async function send(who: Sender, method: string, path: string, [type, body]: [string, string]): Promise<Response> {
  const headers = { origin, accept: "text/html", "sec-fetch-dest": "document" };
  const request = who.request(path, { method, headers, body: new TextEncoder().encode(body) });
  if (type) request.headers.set("content-type", type);
  return scene.pages.visit(request);
}

test.each([
  ["nothing", 415],
  ["text", 415],
  ["JSON", 415],
  ["another multipart type", 415],
  ["multipart without boundary", 400],
  ["multipart broken off in a field", 400],
  ["multipart broken off in a file", 400],
  ["empty multipart", 400],
] as const)("given %s instead of a form, then %i with a page that says so, with every method", async (name, status) => {
  const { visitor } = scene.browsers;
  const type = bodies[name] as [string, string];
  for (const [method, path] of [
    ["POST", "/login"],
    ["PUT", "/login"],
    ["DELETE", "/login"],
    // A route without a page.
    ["POST", "/preferences"],
  ] as const) {
    const response = await send(visitor, method, path, type);
    expect(response.status, `${method} ${path}`).toBe(status);
    expect(await response.text()).toContain("kom inte fram i sin helhet");
  }
  const byScript = await send(visitor, "POST", "/login.data", type);
  expect([byScript.status, byScript.headers.get("content-type")]).toEqual([
    status,
    expect.stringContaining("x-script"),
  ]);
});

test("an upload that is broken off is 400, and starts nothing", async () => {
  const { school } = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  const body = bodies["multipart broken off in a file"] as [string, string];
  const paths = [
    `/controlpanel/import?organization=${school}`,
    `/controlpanel/import/upload?organization=${school}`,
    "/controlpanel/books/new",
    "/controlpanel/books/upload",
  ];
  const before = await tableHashes(scene.database);
  for (const path of paths) expect((await send(scene.browsers.super, "POST", path, body)).status, path).toBe(400);
  const after = await tableHashes(scene.database);
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([]);
});

test("no page fails, whoever sends what to it", { timeout: 600_000 }, async () => {
  const target = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  const withAction = new Set(scene.pages.routes.filter((route) => route.hasAction).map(({ id }) => id));
  const paths = pageRows.filter(([id]) => withAction.has(id)).map(([, , page]) => page.path(target));
  const { visitor, student, super: superUser } = scene.browsers;
  const senders = { visitor, student, super: superUser, family: await signedInBrowser(origin, "family.se") };
  const sent = ["nothing", "multipart broken off in a file"] as const;
  const failures: string[] = [];
  for (const path of [...paths, "/reader/no-such-book/lastmark", "/reader/readlogs", "/reader/events"]) {
    for (const [account, who] of Object.entries(senders)) {
      for (const name of sent) {
        const { status } = await send(who, "POST", path, bodies[name] as [string, string]);
        if (status >= 500) failures.push(`${account}: ${name} to ${path} -> ${status}`);
      }
    }
  }
  expect(paths.length).toBeGreaterThan(40);
  expect(failures).toEqual([]);
});
