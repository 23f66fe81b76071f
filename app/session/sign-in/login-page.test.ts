import { beforeAll, expect, test } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { Browser, sessionScene } from "#tests/support/session-scene";

let pages: PageServer;
beforeAll(async () => {
  await sessionScene(["se"]);
  pages = await pageServer();
});

const pageText = async (origin: string, path: string) => (await pages.get(new Browser(origin), path)).text();
const insecure = "Det går inte att logga in på den här adressen";

test.each(["/login", "/login/qr", "/login/ak-bibliotheken"])(
  "given plain http from another machine, then %s shows that sign-in needs https (docs/security.md, line 2)",
  async (path) => {
    const text = await pageText("http://192.0.2.7:3000", path);
    expect(text).toContain(insecure);
    expect(text).toContain("https");
  },
);

test.each(["https://se.localhost", "http://localhost:3000", "http://se.localhost:3000", "http://127.0.0.1:3000"])(
  "given %s, where session cookies work, then the login page shows no such warning",
  async (origin) => {
    expect(await pageText(origin, "/login")).not.toContain(insecure);
  },
);
