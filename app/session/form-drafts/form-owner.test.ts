import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { processBackend } from "~/composition/process-backend.server";
import { optionalUser, requireUser } from "~/session/guard.server";
import { submitLogin } from "~/session/sign-in/login.server";
import { finishSignIn, signOut } from "~/session/sign-in/sign-in.server";
import { submitActAs } from "~/session/step-up/step-up.server";
import { readNotice } from "~/shell/notice.server";

/** One tab acts as a student while another tab has a form of the actor. docs/security.md, line 27, decision 28. */

const origin = "https://se.localhost:3000";
const chosen = { intent: "reader", "comes-back": "on", rate: "50", volume: "50", theme: "dark" };
let databases: Databases;
let browser: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
});

async function uidOf(username: string): Promise<string> {
  const { rows } = await databases.eu.execute<{ uid: string }>(
    sql`select uid from directory.users where username = ${username}`,
  );
  return String(rows[0]?.uid);
}

beforeEach(async () => {
  browser = new Browser(origin);
  const result = await submitLogin(
    processBackend(),
    browser.post("/login", { username: "admin.se", password: demoPassword }),
  );
  browser.take(await finishSignIn(processBackend(), browser.request(browser.take(result as Response))));
  const path = `/login/act-as?user=${await uidOf("student.se")}`;
  const acting = await submitActAs(processBackend(), browser.post(path, { reason: "helping on the phone" }));
  browser.take(await finishSignIn(processBackend(), browser.request(browser.take(acting as Response))));
});

async function refusal(request: Request): Promise<Response> {
  const result = await requireUser(processBackend(), request).catch((thrown: unknown) => thrown as Response);
  if (!(result instanceof Response)) throw new Error("Taken for the pupil's own");
  return result;
}

const draftOf = async (username: string, path: string) => {
  const id = new URL(path, origin).searchParams.get("draft");
  return id && processBackend().formDrafts.find("se", await uidOf(username), "/settings", id);
};

describe("given another tab that acts as a student", () => {
  it("then a form of the actor is not saved for the student and is drafted for the actor", async () => {
    const response = await refusal(browser.post("/settings", { "form-owner": await uidOf("admin.se"), ...chosen }));
    const back = browser.take(response);
    expect([response.status, back]).toEqual([302, expect.stringMatching(/^\/settings\?draft=./)]);
    const { notice } = await readNotice(browser.request(back));
    expect(notice).toMatchObject({
      type: "warning",
      message: expect.stringMatching(/annan flik.*sparades inte.*ifyllt/),
    });
    expect(await draftOf("student.se", back)).toBeNull();
    browser.take({
      headers: new Headers({ "set-cookie": (await signOut(processBackend(), browser.request("/logout"))).cookie }),
    });
    expect(await draftOf("admin.se", back)).toEqual({ rate: ["50"], volume: ["50"], theme: ["dark"] });
  });

  it("then the notice for a form without draft support does not promise a draft", async () => {
    const view = { "form-owner": await uidOf("admin.se"), intent: "keep-view", name: "Mina sjuor" };
    expect(browser.take(await refusal(browser.post("/controlpanel/students?search=a", view)))).toBe(
      "/controlpanel/students?search=a",
    );
    const { notice } = await readNotice(browser.request("/"));
    expect(notice?.message).toMatch(/annan flik.*sparades inte/);
    expect(notice?.message).not.toMatch(/ifyllt/);
  });

  it("then a request of the actor's open reader counts as a visitor's", async () => {
    const sent = browser.post("/reader/lyktan/lastmark", {});
    sent.headers.set("x-form-owner", await uidOf("admin.se"));
    expect(await optionalUser(processBackend(), sent)).toMatchObject({ kind: "visitor" });
  });

  it("then a form of a third user is rejected without a draft", async () => {
    const teacher = { "form-owner": await uidOf("teacher.se"), ...chosen };
    expect(browser.take(await refusal(browser.post("/settings", teacher)))).toBe("/settings");
  });

  it("then the owner of a form with a 3 MB file is read, and the file stays readable", async () => {
    const form = new FormData();
    form.append("form-owner", await uidOf("admin.se"));
    form.append("file", new Blob([new Uint8Array(3_000_000)]), "book.epub");
    const sent = browser.request("/controlpanel/books/new", { method: "POST", body: form, headers: { origin } });
    expect(await optionalUser(processBackend(), sent)).toMatchObject({ kind: "visitor" });
    expect(((await sent.formData()).get("file") as File).size).toBe(3_000_000);
  });

  it("then the owner is also read from the address and removed from it", async () => {
    const path = `/controlpanel/groups?tab=groups&form-owner=${await uidOf("admin.se")}`;
    const response = await refusal(browser.post(path, { intent: "keep-columns", columns: "year" }));
    expect(browser.take(response)).toBe("/controlpanel/groups?tab=groups");
    const { notice } = await readNotice(browser.request("/"));
    expect(notice?.message).not.toMatch(/ifyllt/);
  });

  it("then a form of the student or without an owner is accepted for the student", async () => {
    const own = browser.post("/settings", { "form-owner": await uidOf("student.se"), ...chosen });
    expect((await requireUser(processBackend(), own)).user.username).toBe("student.se");
    expect(Object.fromEntries(await own.formData())).toMatchObject(chosen);
    expect((await requireUser(processBackend(), browser.post("/settings", chosen))).user.username).toBe("student.se");
  });
});
