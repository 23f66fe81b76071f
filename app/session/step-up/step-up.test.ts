import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { processBackend } from "~/composition/process-backend.server";
import { optionalUser, requireSecureLogin, requireUser, type SignedIn } from "~/session/guard.server";
import { logOut, logOutForLibrary } from "~/session/log-out.server";
import { submitLogin } from "~/session/sign-in/login.server";
import { finishSignIn, signOut } from "~/session/sign-in/sign-in.server";
import { readNotice } from "~/shell/notice.server";
import { loadActAs, loadEscalate, submitActAs, submitEscalate } from "./step-up.server";

/** Proof of a second factor after login, on the pages; docs/product/shell.md#states, #roles, docs/security.md, lines 13, 18. */

const origins = { se: "https://se.localhost:3000", no: "https://no.localhost:3000" };
let databases: Databases;
let browser: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se", "no"]);
});

beforeEach(async () => {
  browser = await signIn("teacher.se");
});

async function signIn(username: string, origin = origins.se): Promise<Browser> {
  const made = new Browser(origin);
  const result = await submitLogin(processBackend(), made.post("/login", { username, password: demoPassword }));
  if (!(result instanceof Response)) throw new Error("Not signed in");
  made.take(await finishSignIn(processBackend(), made.request(made.take(result))));
  return made;
}

const userOf = async (of: Browser) => ((await optionalUser(processBackend(), of.request("/"))) as SignedIn).user;
const location = (result: unknown) => (result as Response).headers.get("location");

async function send(
  form: Record<string, string>,
): Promise<Response | { method: string | undefined; problem: string | undefined; status: number }> {
  const result = await submitEscalate(processBackend(), browser.post("/login/escalate", form));
  if (result instanceof Response) return result;
  const { method, lastResult } = result.data;
  return { method, problem: lastResult.error?.code?.[0], status: result.init?.status ?? 200 };
}

async function newestCode(): Promise<string> {
  const [message] = await processBackend().outbox.list("se", 1);
  return String(/^\d{6}/.exec(message?.text ?? "")?.[0]);
}

describe("code by text message", () => {
  it("makes the login secure in a new session and redirects to the page that required it", async () => {
    const before = browser.cookies.get("__Host-fabel_session");
    const redirected = await requireSecureLogin(
      processBackend(),
      browser.request("/controlpanel/students/1?x=1"),
    ).catch((each) => each);
    expect(location(redirected)).toBe("/login/escalate?redirect=%2Fcontrolpanel%2Fstudents%2F1%3Fx%3D1");
    const page = await loadEscalate(processBackend(), browser.request("/login/escalate?redirect=/controlpanel"));
    expect(page).toMatchObject({ factors: { hasApp: false, smsNumber: "•••• 03" }, outbox: "/outbox" });

    expect(page).toMatchObject({ isSent: false });
    const sent = location(await send({ intent: "send", redirect: "/controlpanel" }));
    expect(sent).toBe("/login/escalate?redirect=%2Fcontrolpanel&sent=sms");
    // Must also hold after a reload and on the way back from the outbox.
    expect(await loadEscalate(processBackend(), browser.request(String(sent)))).toMatchObject({ isSent: true });
    const code = await newestCode();
    const result = await send({ method: "sms", code, redirect: "/controlpanel/students/1" });
    if (!(result instanceof Response)) throw new Error(`Refused: ${result.problem}`);
    expect(browser.take(await finishSignIn(processBackend(), browser.request(browser.take(result))))).toBe(
      "/controlpanel/students/1",
    );
    expect(await userOf(browser)).toMatchObject({ username: "teacher.se", isSecureLogin: true, acr: "secure" });
    expect(browser.cookies.get("__Host-fabel_session")).not.toBe(before);
    await expect(requireSecureLogin(processBackend(), browser.request("/"))).resolves.toMatchObject({ kind: "user" });
    expect(
      location(await loadEscalate(processBackend(), browser.request("/login/escalate")).catch((each) => each)),
    ).toBe("/");
  });

  it("is rejected when wrong or missing, and the login does not become secure", async () => {
    await send({ intent: "send" });
    const wrong = (await newestCode()) === "000000" ? "000001" : "000000";
    expect(await send({ method: "sms", code: wrong })).toMatchObject({
      method: "sms",
      problem: "invalid_second_factor",
    });
    expect(await send({ method: "sms", code: " " })).toMatchObject({ problem: "mandatory", status: 400 });
    expect(await send({ method: "app", code: "123456" })).toMatchObject({ problem: "second_factor_required" });
    expect((await userOf(browser)).isSecureLogin).toBe(false);
  });
});

describe("offer of a second factor", () => {
  it("does not exist for students and guardians (403)", async () => {
    for (const name of ["student.se", "guardian.se"]) {
      browser = await signIn(name);
      expect(await loadEscalate(processBackend(), browser.request("/login/escalate"))).toMatchObject({ factors: null });
      await expect(send({ intent: "send" })).rejects.toMatchObject({ status: 403 });
    }
  });

  it("does not exist in a realm without step-up (403)", async () => {
    browser = await signIn("teacher.no", origins.no);
    expect(await loadEscalate(processBackend(), browser.request("/login/escalate"))).toMatchObject({ factors: null });
    await expect(send({ intent: "send" })).rejects.toMatchObject({ status: 403 });
    await expect(requireSecureLogin(processBackend(), browser.request("/"))).rejects.toMatchObject({ status: 403 });
  });

  it("has no method for a user without a phone number and an app (403)", async () => {
    await databases.eu.execute(sql`update directory.users set sms = null where username = 'admin.se'`);
    browser = await signIn("admin.se");
    const page = await loadEscalate(processBackend(), browser.request("/login/escalate"));
    expect(page).toMatchObject({ factors: { hasApp: false, smsNumber: null } });
    expect(await send({ intent: "send" })).toMatchObject({ problem: "second_factor_required", status: 403 });
  });

  it("exists for a super user, whose login is already secure by scope", async () => {
    browser = await signIn("super.se");
    expect(await userOf(browser)).toMatchObject({ isSecureLogin: true, canEscalate: false, mayStepUp: true });
    expect(await loadEscalate(processBackend(), browser.request("/login/escalate"))).toMatchObject({
      factors: { smsNumber: "•••• 01" },
    });
  });
});

describe("acting as another user (docs/security.md, line 27)", () => {
  beforeEach(async () => {
    browser = await signIn("admin.se");
  });

  const uidOf = async (username: string) => {
    const { rows } = await databases.eu.execute<{ uid: string }>(
      sql`select uid from directory.users where username = ${username}`,
    );
    return String(rows[0]?.uid);
  };

  /** Starts acting as the student; returns the administrator's earlier session cookie. */
  async function actAsPupil(): Promise<string> {
    const own = String(browser.cookies.get("__Host-fabel_session"));
    const path = `/login/act-as?user=${await uidOf("student.se")}`;
    const result = await submitActAs(processBackend(), browser.post(path, { reason: "helping on the phone" }));
    if (!(result instanceof Response)) throw new Error("Not acting");
    browser.take(await finishSignIn(processBackend(), browser.request(browser.take(result))));
    return own;
  }

  it("has both actor and user, lasts at most 30 minutes and keeps the actor's session", async () => {
    const own = await actAsPupil();
    const user = await userOf(browser);
    expect(user).toMatchObject({ username: "student.se", isImpersonated: true, isEmployee: false, mayStepUp: false });
    expect(user.actor?.name).toBeTruthy();
    const actor = new Browser(origins.se);
    actor.cookies.set("__Host-fabel_session", own);
    expect(await userOf(actor)).toMatchObject({ username: "admin.se", isImpersonated: false });
    const { rows } = await databases.eu.execute(sql`
      select extract(epoch from expires_at - now()) / 60 as minutes from web.sessions
      where uid = ${await uidOf("student.se")} order by created_at desc limit 1`);
    expect(Number(rows[0]?.minutes)).toBeLessThanOrEqual(30);
  });

  it("ends at logout: the actor's session continues and the acting session is invalid", async () => {
    const own = await actAsPupil();
    const acting = new Browser(origins.se);
    acting.cookies.set("__Host-fabel_session", String(browser.cookies.get("__Host-fabel_session")));
    const { cookie, wasActing } = await signOut(processBackend(), browser.request("/logout"));
    browser.take({ headers: new Headers({ "set-cookie": cookie }) });
    expect([wasActing, browser.cookies.get("__Host-fabel_session")]).toEqual([true, own]);
    expect(await userOf(browser)).toMatchObject({ username: "admin.se", isImpersonated: false });
    expect((await optionalUser(processBackend(), acting.request("/"))).kind).toBe("visitor");
  });

  const endHalfHour = async () =>
    databases.eu.execute(sql`
      update web.sessions set expires_at = now() - interval '1 second'
      where uid = ${await uidOf("student.se")}`);

  it("ends after half an hour: the actor gets a notice and their earlier session, and can write", async () => {
    const own = await actAsPupil();
    await endHalfHour();
    expect(await optionalUser(processBackend(), browser.request("/"))).toMatchObject({
      user: { username: "admin.se" },
    });
    const response = await requireUser(processBackend(), browser.request("/profile?tab=1")).catch(
      (thrown: unknown) => thrown as Response,
    );
    if (!(response instanceof Response)) throw new Error("No redirect");
    expect(browser.take(response)).toBe("/profile?tab=1");
    expect(browser.cookies.get("__Host-fabel_session")).toBe(own);
    const { notice } = await readNotice(browser.request("/profile?tab=1"));
    expect(notice).toMatchObject({ type: "info", message: expect.stringContaining("tillbaka i ditt eget konto") });
    expect(await userOf(browser)).toMatchObject({ username: "admin.se", isImpersonated: false });
    expect((await requireUser(processBackend(), browser.post("/settings", { intent: "reader" }))).user.username).toBe(
      "admin.se",
    );
  });

  it("accepts the actor's form after the half hour, before the notice was shown", async () => {
    await actAsPupil();
    await endHalfHour();
    const written = browser.post("/settings", { "form-owner": await uidOf("admin.se"), intent: "reader" });
    expect((await requireUser(processBackend(), written)).user.username).toBe("admin.se");
  });

  it("rejects a form that is sent as the other user after the half hour", async () => {
    await actAsPupil();
    await endHalfHour();
    const late = browser.post("/settings", { intent: "reader", rate: "50", volume: "50", theme: "dark" });
    const result = await requireUser(processBackend(), late).catch((thrown: unknown) => thrown as Response);
    if (!(result instanceof Response)) throw new Error("Taken for the actor's own");
    expect([result.status, browser.take(result)]).toEqual([302, "/settings"]);
    const { notice } = await readNotice(browser.request("/settings"));
    expect(notice).toMatchObject({ type: "warning", message: expect.stringContaining("sparades inte") });
    const fromBefore = { "form-owner": await uidOf("student.se") };
    expect(await optionalUser(processBackend(), browser.post("/reader/lyktan/lastmark", fromBefore))).toMatchObject({
      kind: "visitor",
    });
    expect(await userOf(browser)).toMatchObject({ username: "admin.se", isImpersonated: false });
  });

  it("drafts a form of the other user after the half hour, for when the actor acts as them again", async () => {
    const own = await actAsPupil();
    await endHalfHour();
    const pupil = await uidOf("student.se");
    const form = { "comes-back": "on", "form-owner": pupil, intent: "reader", rate: "50" };
    const result = await requireUser(processBackend(), browser.post("/settings", form)).catch(
      (thrown: unknown) => thrown as Response,
    );
    const again = new URL(browser.take(result as Response), origins.se);
    expect(browser.cookies.get("__Host-fabel_session")).toBe(own);
    expect([again.pathname, again.searchParams.get("user")]).toEqual(["/login/act-as", pupil]);
    const { notice } = await readNotice(browser.request(again.href));
    expect(notice).toMatchObject({ type: "warning", message: expect.stringMatching(/sparades inte.*ifyllt/) });
    const page = String(again.searchParams.get("redirect"));
    expect(page).toMatch(/^\/settings\?draft=[\w-]{36}$/);
    const acting = await submitActAs(
      processBackend(),
      browser.post(again.pathname + again.search, { reason: "it took too long" }),
    );
    expect(browser.take(await finishSignIn(processBackend(), browser.request(browser.take(acting as Response))))).toBe(
      page,
    );
    const id = page.split("=")[1] ?? "";
    const { formDrafts } = processBackend();
    expect(await formDrafts.find("se", pupil, "/settings", id)).toEqual({ rate: ["50"] });
    expect(await formDrafts.find("se", await uidOf("admin.se"), "/settings", id), "nobody else's").toBeNull();
  });

  it("drafts nothing for a third user and never redirects to another site", async () => {
    await actAsPupil();
    await endHalfHour();
    const form = { "comes-back": "on", "form-owner": await uidOf("teacher.se"), intent: "reader", rate: "50" };
    const result = await requireUser(processBackend(), browser.post("/settings", form)).catch(
      (thrown: unknown) => thrown as Response,
    );
    expect(browser.take(result as Response)).toBe("/settings");
    const path = `/login/act-as?user=${await uidOf("student.se")}&redirect=${encodeURIComponent("//evil.example/")}`;
    const acting = await submitActAs(processBackend(), browser.post(path, { reason: "helping" }));
    expect(browser.take(await finishSignIn(processBackend(), browser.request(browser.take(acting as Response))))).toBe(
      "/",
    );
  });

  it("keeps the reason and returns 503 while the sign-in service is unreachable", async () => {
    const path = `/login/act-as?user=${await uidOf("student.se")}`;
    // A remote sign-in service can be unreachable.
    const call = vi.spyOn(processBackend(), "callAuth").mockRejectedValue(new TypeError("fetch failed"));
    const result = await submitActAs(processBackend(), browser.post(path, { reason: "helping" }));
    call.mockRestore();
    expect(result).toMatchObject({
      data: { lastResult: { initialValue: { reason: "helping" } }, failed: true },
      init: { status: 503 },
    });
  });

  it("a HEAD request to the logout pages does not end the session", async () => {
    const { username } = await userOf(browser);
    const head = (path: string) => browser.request(path, { method: "HEAD" });
    expect(location(await logOut(processBackend(), head("/logout?redirect=/privacy")))).toBe("/privacy");
    await expect(logOutForLibrary(processBackend(), head("/library/bookshelf"))).resolves.toBeUndefined();
    expect((await userOf(browser)).username).toBe(username);
  });

  it("ends together with the actor's session under /library/, but not for an image request", async () => {
    const own = await actAsPupil();
    const actor = new Browser(origins.se);
    actor.cookies.set("__Host-fabel_session", own);
    const picture = browser.request("/library/bookshelf", { headers: { "sec-fetch-dest": "image" } });
    await expect(logOutForLibrary(processBackend(), picture)).rejects.toMatchObject({ status: 400 });
    expect(await userOf(browser)).toMatchObject({ username: "student.se" });
    browser.cookies.set("audio_aid", "1");
    await expect(logOutForLibrary(processBackend(), browser.request("/library/bookshelf"))).resolves.toBeUndefined();
    browser.cookies.delete("audio_aid");
    const left = await logOutForLibrary(processBackend(), browser.request("/library/bookshelf?q=a")).catch(
      (thrown: Response) => thrown,
    );
    expect(browser.take(left as Response)).toBe("/library/bookshelf?q=a");
    expect((await readNotice(browser.request("/library/bookshelf"))).notice?.message).toMatch(
      /^Du är utloggad: i biblioteket/,
    );
    expect(browser.cookies.has("__Host-fabel_session")).toBe(false);
    expect((await optionalUser(processBackend(), actor.request("/"))).kind).toBe("visitor");
    await expect(logOutForLibrary(processBackend(), browser.request("/library/bookshelf"))).resolves.toBeUndefined();
  });

  it("is forbidden for a second user while acting as a first (403)", async () => {
    await actAsPupil();
    const path = `/login/act-as?user=${await uidOf("teacher.se")}`;
    await expect(loadActAs(processBackend(), browser.request(path))).rejects.toMatchObject({ status: 403 });
    const refused = await submitActAs(processBackend(), browser.post(path, { reason: "helping" })).catch(
      (thrown: unknown) => thrown,
    );
    expect([(refused as Response).status, await (refused as Response).text()]).toEqual([403, "acting"]);
  });

  it("ends with a notice, and the logout after it with another notice", async () => {
    await actAsPupil();
    browser.take(await logOut(processBackend(), browser.request("/logout")));
    expect((await readNotice(browser.request("/"))).notice?.message).toBe("Du är tillbaka i ditt eget konto.");
    browser.take(await logOut(processBackend(), browser.request("/logout")));
    expect((await readNotice(browser.request("/"))).notice?.message).toBe("Du är utloggad.");
  });

  it.each(["/controlpanel/students/1", "//evil.example/"])(
    "can be cancelled to %s, unless it is another site",
    async (from) => {
      const query = `user=${await uidOf("student.se")}&from=${encodeURIComponent(from)}`;
      const to = from.startsWith("//") ? "/" : from;
      expect(await loadActAs(processBackend(), browser.request(`/login/act-as?${query}`))).toMatchObject({
        data: { from: to },
      });
    },
  );

  it("requires a reason (400) and is forbidden for an administrator and a super user (403)", async () => {
    const pupil = await uidOf("student.se");
    const bare = await submitActAs(processBackend(), browser.post(`/login/act-as?user=${pupil}`, { reason: " " }));
    expect(bare).toMatchObject({
      data: { lastResult: { error: { reason: ["This value is required"] } } },
      init: { status: 400 },
    });
    const short = await submitActAs(processBackend(), browser.post(`/login/act-as?user=${pupil}`, { reason: "hi" }));
    expect(short).toMatchObject({
      data: { lastResult: { error: { reason: ["At least 3 characters"] } } },
      init: { status: 400 },
    });
    for (const name of ["admin.se", "super.se"]) {
      const request = browser.post(`/login/act-as?user=${await uidOf(name)}`, { reason: "curious" });
      await expect(submitActAs(processBackend(), request)).rejects.toMatchObject({ status: 403 });
      const page = loadActAs(processBackend(), browser.request(`/login/act-as?user=${await uidOf(name)}`));
      await expect(page).rejects.toMatchObject({ status: 404 });
    }
  });
});
