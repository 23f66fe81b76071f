import { beforeAll, expect, it } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { optionalUser, type SignedIn } from "~/session/guard.server";
import { finishSignIn } from "~/session/sign-in/sign-in.server";
import { submitActAs } from "~/session/step-up/step-up.server";

/** The bar '{actor} logged in as {user}' with a link back, while acting as another user. docs/product/shell.md#screens. */

const origin = "https://se.localhost:3000";
let pages: PageServer;
let actor: Browser;
let actingText: string;

beforeAll(async () => {
  await sessionScene(["se"]);
  pages = await pageServer();
  const nameOf = async (of: Browser) => ((await optionalUser(processBackend(), of.request("/"))) as SignedIn).user;
  const pupil = await nameOf(await signedInBrowser(origin, "student.se"));
  actor = await signedInBrowser(origin, "admin.se");
  actingText = `${(await nameOf(actor)).name} inloggad som ${pupil.name}`;
  const request = actor.post(`/login/act-as?user=${pupil.uid}`, { reason: "Hjälp med läsning" });
  actor.take(
    await finishSignIn(
      processBackend(),
      actor.request(actor.take((await submitActAs(processBackend(), request)) as Response)),
    ),
  );
});

const withTopBar = ["/", "/bookshelf", "/profile", "/settings", "/privacy", "/nowhere"];
const fillingTheScreen = ["/reader/test-player", "/reader/no-such-book"];

it.each([...withTopBar, ...fillingTheScreen])("the bar is shown once on %s", async (path) => {
  const html = await (await pages.get(actor, path)).text();
  const [, after = "", ...more] = html.split(actingText);
  expect(more).toEqual([]);
  expect(after.slice(0, 300)).toContain('href="/logout?redirect=%2Fcontrolpanel%2Fstudents%2F');
  expect(html).toMatch(/<html[^>]* data-acting=""/);
});

it("the bar is not shown to a user who has signed in directly", async () => {
  const html = await (await pages.get(await signedInBrowser(origin, "student.se"), "/reader/no-such-book")).text();
  expect(html).not.toContain("inloggad som");
});
