import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { getWiring } from "~/clients/wiring.server";
import { optionalUser, requireUser } from "~/session/guard.server";
import { submitLogin } from "~/session/sign-in/login.server";
import { finishSignIn, signOut } from "~/session/sign-in/sign-in.server";
import { submitActAs } from "~/session/step-up/step-up.server";
import { takeNotice } from "~/shell/notice.server";

/** One tab acts as a pupil, another still holds what its writer wrote as themselves. docs/security.md, line 27, decision 28. */

const origin = "https://se.localhost:3000";
const chosen = { intent: "reader", "comes-back": "on", rate: "50", volume: "50", theme: "dark" };
let databases: Databases;
let browser: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
});

afterAll(() => getWiring().close());

async function uidOf(username: string): Promise<string> {
  const { rows } = await databases.eu.execute<{ uid: string }>(
    sql`select uid from directory.users where username = ${username}`,
  );
  return String(rows[0]?.uid);
}

beforeEach(async () => {
  browser = new Browser(origin);
  const result = await submitLogin(browser.post("/login", { username: "admin.se", password: demoPassword }));
  browser.take(await finishSignIn(browser.request(browser.take(result as Response))));
  const path = `/login/act-as?user=${await uidOf("student.se")}`;
  const acting = await submitActAs(browser.post(path, { reason: "helping on the phone" }));
  browser.take(await finishSignIn(browser.request(browser.take(acting as Response))));
});

async function refusal(request: Request): Promise<Response> {
  const result = await requireUser(request).catch((thrown: unknown) => thrown as Response);
  if (!(result instanceof Response)) throw new Error("Taken for the pupil's own");
  return result;
}

const kept = async (username: string, path: string) => {
  const id = new URL(path, origin).searchParams.get("draft");
  return id && getWiring().formDrafts.find("se", await uidOf(username), "/settings", id);
};

describe("while another tab acts as a pupil", () => {
  it("a form of the actor's own is not the pupil's: it waits for its writer", async () => {
    const response = await refusal(browser.post("/settings", { "form-owner": await uidOf("admin.se"), ...chosen }));
    const back = browser.take(response);
    expect([response.status, back]).toEqual([302, expect.stringMatching(/^\/settings\?draft=./)]);
    const { notice } = await takeNotice(browser.request(back));
    expect(notice).toMatchObject({
      type: "warning",
      message: expect.stringMatching(/annan flik.*sparades inte.*ifyllt/),
    });
    expect(await kept("student.se", back)).toBeNull();
    browser.take({ headers: new Headers({ "set-cookie": (await signOut(browser.request("/logout"))).cookie }) });
    expect(await kept("admin.se", back)).toEqual({ rate: ["50"], volume: ["50"], theme: ["dark"] });
  });

  it("a form that its page cannot fill again is not promised to come back", async () => {
    const view = { "form-owner": await uidOf("admin.se"), intent: "keep-view", name: "Mina sjuor" };
    expect(browser.take(await refusal(browser.post("/controlpanel/students?search=a", view)))).toBe(
      "/controlpanel/students?search=a",
    );
    const { notice } = await takeNotice(browser.request("/"));
    expect(notice?.message).toMatch(/annan flik.*sparades inte/);
    expect(notice?.message).not.toMatch(/ifyllt/);
  });

  it("nor is what the actor's open reader sends", async () => {
    const sent = browser.post("/reader/lyktan/lastmark", {});
    sent.headers.set("x-form-owner", await uidOf("admin.se"));
    expect(await optionalUser(sent)).toMatchObject({ kind: "visitor" });
  });

  it("what is marked as a third person's is nobody's, and is kept for nobody", async () => {
    const teacher = { "form-owner": await uidOf("teacher.se"), ...chosen };
    expect(browser.take(await refusal(browser.post("/settings", teacher)))).toBe("/settings");
  });

  it("a form with a file says so too, however large the file is", async () => {
    const form = new FormData();
    form.append("form-owner", await uidOf("admin.se"));
    form.append("file", new Blob([new Uint8Array(3_000_000)]), "book.epub");
    const sent = browser.request("/controlpanel/books/new", { method: "POST", body: form, headers: { origin } });
    expect(await optionalUser(sent)).toMatchObject({ kind: "visitor" });
    expect(((await sent.formData()).get("file") as File).size).toBe(3_000_000);
  });

  it("so does a form whose button says it in the address, which does not stay there", async () => {
    const path = `/controlpanel/groups?tab=groups&form-owner=${await uidOf("admin.se")}`;
    const response = await refusal(browser.post(path, { intent: "keep-columns", columns: "year" }));
    expect(browser.take(response)).toBe("/controlpanel/groups?tab=groups");
    const { notice } = await takeNotice(browser.request("/"));
    expect(notice?.message).not.toMatch(/ifyllt/);
  });

  it("what was written as the pupil is the pupil's, and so is what says nothing", async () => {
    const own = browser.post("/settings", { "form-owner": await uidOf("student.se"), ...chosen });
    expect((await requireUser(own)).user.username).toBe("student.se");
    expect(Object.fromEntries(await own.formData())).toMatchObject(chosen);
    expect((await requireUser(browser.post("/settings", chosen))).user.username).toBe("student.se");
  });
});
