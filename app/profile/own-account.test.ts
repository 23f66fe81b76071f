import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Browser, demoPassword, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";
import { requireUser } from "~/session/guard.server";
import { submitLogin } from "~/session/sign-in/login.server";
import { finishSignIn } from "~/session/sign-in/sign-in.server";
import { loadEscalate, submitEscalate } from "~/session/step-up/step-up.server";
import { loadSettings, submitSettings } from "~/settings/settings.server";
import { readNotice, wantsNotice } from "~/shell/notice.server";
import { loadConfirmEmail, submitConfirmEmail } from "./confirm-email.server";
import { requestVerification } from "./email.server";
import { exportOwnData } from "./export.server";
import { loadProfile, submitProfile } from "./profile.server";

const origin = "https://se.localhost";

beforeAll(async () => {
  await sessionScene(["se"]);
});

describe("change of the e-mail address", () => {
  const mails = () => processBackend().outbox.list("se", 10);

  it("takes effect after confirmation through the mailed link, which works once", async () => {
    const browser = await signedInBrowser(origin, "guardian.se");
    const response = await submitProfile(
      processBackend(),
      browser.post("/profile", { intent: "change-email", email: "ny@hem.example", currentPassword: demoPassword }),
    );
    expect(response).toBeInstanceOf(Response);
    const [note, link] = await mails();
    expect([note?.subject, link?.to]).toEqual(["Din e-postadress är på väg att bytas", "ny@hem.example"]);
    const address = /https:\S+/.exec(link?.text ?? "")?.[0] ?? "";
    expect(address).toMatch(`${origin}/confirm-email?token=`);

    const phone = new Browser(origin);
    const stripped = await loadConfirmEmail(processBackend(), phone.request(address)).catch(
      (response: Response) => response,
    );
    if (!(stripped instanceof Response)) throw new Error("The token stayed in the address");
    expect(phone.take(stripped)).toBe("/confirm-email");
    expect(await loadConfirmEmail(processBackend(), phone.request("/confirm-email"))).toEqual({
      state: "ask",
      email: "ny@hem.example",
    });
    expect((await loadProfile(processBackend(), browser.request("/profile"))).email.address).not.toBe("ny@hem.example");
    const done = await submitConfirmEmail(processBackend(), phone.post("/confirm-email", {}));
    expect(done.data).toEqual({ state: "done", email: "ny@hem.example" });
    expect((await loadProfile(processBackend(), browser.request("/profile"))).email).toMatchObject({
      address: "ny@hem.example",
      isVerified: true,
    });
    const again = new Browser(origin);
    again.take(
      (await loadConfirmEmail(processBackend(), again.request(address)).catch(
        (response: Response) => response,
      )) as Response,
    );
    expect(await loadConfirmEmail(processBackend(), again.request("/confirm-email"))).toMatchObject({
      state: "already",
    });
  });

  it("returns 400 and keeps the typed address for a wrong password", async () => {
    const browser = await signedInBrowser(origin, "guardian.se");
    const form = { intent: "change-email", email: "x@hem.example", currentPassword: "wrong" };
    const result = await submitProfile(processBackend(), browser.post("/profile", form));
    const lastResult = {
      error: { currentPassword: ["Your current password is incorrect"] },
      initialValue: { email: "x@hem.example" },
    };
    expect(result).toMatchObject({ data: { intent: "change-email", lastResult }, init: { status: 400 } });
    expect(JSON.stringify(result)).not.toContain('"wrong"');
  });

  it("requestVerification returns false for a foreign confirmUrl and passes on other errors", async () => {
    const browser = await signedInBrowser(origin, "teacher.se");
    const person = await requireUser(processBackend(), browser.request("/profile"));
    expect(await requestVerification(person, "https://evil.example/confirm-email")).toBe(false);
    expect(await requestVerification(person, `${origin}/confirm-email`)).toBe(true);
    const nobody = { ...person, credentials: { ...person.credentials, accessToken: null } };
    await expect(requestVerification(nobody, `${origin}/confirm-email`)).rejects.toMatchObject({
      status: 401,
    });
  });

  it("rejects the confirmation from another site with 403 (docs/security.md, line 3)", async () => {
    const request = new Request(`${origin}/confirm-email`, {
      method: "POST",
      headers: { origin: "https://evil.example" },
    });
    await expect(submitConfirmEmail(processBackend(), request)).rejects.toMatchObject({ status: 403 });
  });
});

describe("user with a second factor (docs/security.md, line 17)", () => {
  const change = { intent: "change-email", email: "ny@skola.example", currentPassword: demoPassword };
  const passwords = {
    currentPassword: demoPassword,
    password: "helt nytt losen 9",
    passwordAgain: "helt nytt losen 9",
  };

  async function statusOfLogin(password: string): Promise<number | undefined> {
    const response = await submitLogin(
      processBackend(),
      new Browser(origin).post("/login", { username: "admin.se", password }),
    );
    return response instanceof Response ? response.status : response.init?.status;
  }

  it("must prove it before a change; the typed address is drafted meanwhile, passwords are not", async () => {
    const browser = await signedInBrowser(origin, "admin.se");
    expect(await loadProfile(processBackend(), browser.request("/profile"))).toMatchObject({
      mustProve: true,
      email: { draft: null },
    });
    const refused = await submitProfile(
      processBackend(),
      browser.post("/profile", { intent: "change-password", ...passwords }),
    );
    expect((refused as Response).headers.get("location")).toBe("/login/escalate?again=true&redirect=%2Fprofile");
    expect([await statusOfLogin(demoPassword), await statusOfLogin(passwords.password)]).toEqual([302, 401]);

    const response = (await submitProfile(processBackend(), browser.post("/profile", change))) as Response;
    const there = browser.take(response);
    const back = new URL(there, origin).searchParams.get("redirect") ?? "";
    expect(back).toMatch(/^\/profile\?draft=[\w-]{36}$/);
    expect((await loadProfile(processBackend(), browser.request(back))).email.draft).toBe("ny@skola.example");

    await submitEscalate(processBackend(), browser.post(there, { intent: "send" }));
    const [message] = await processBackend().outbox.list("se", 1);
    const proof = { method: "sms", code: String(/^\d{6}/.exec(message?.text ?? "")?.[0]), redirect: back };
    const code = browser.take((await submitEscalate(processBackend(), browser.post(there, proof))) as Response);
    expect(browser.take(await finishSignIn(processBackend(), browser.request(code)))).toBe(back);
    expect(await loadProfile(processBackend(), browser.request(back))).toMatchObject({
      mustProve: false,
      email: { draft: "ny@skola.example" },
    });
    const sent = (await submitProfile(processBackend(), browser.post("/profile", change))) as Response;
    expect(sent.headers.get("location")).toBe("/profile");
    const changed = await submitProfile(
      processBackend(),
      browser.post("/profile", { intent: "change-password", ...passwords }),
    );
    expect((changed as Response).headers.get("location")).toBe("/profile");
    expect([await statusOfLogin(demoPassword), await statusOfLogin(passwords.password)]).toEqual([401, 302]);
  });

  it("can prove it again in a session that is already secure", async () => {
    const browser = await signedInBrowser(origin, "super.se");
    const page = await loadEscalate(processBackend(), browser.request("/login/escalate?again=true&redirect=/profile"));
    expect(page).toMatchObject({ redirectTo: "/profile", factors: { smsNumber: "•••• 01" } });
  });
});

describe("user without a second factor", () => {
  it("a new password equal to the current one returns 400", async () => {
    const own = await signedInBrowser(origin, "guardian.se");
    const same = { currentPassword: demoPassword, password: demoPassword, passwordAgain: demoPassword };
    const result = await submitProfile(processBackend(), own.post("/profile", { intent: "change-password", ...same }));
    expect(result).toMatchObject({
      data: { lastResult: { error: { password: ["Must differ"] } } },
      init: { status: 400 },
    });
  });

  it("need not prove anything before a change", async () => {
    const browser = await signedInBrowser(origin, "guardian.se");
    expect((await loadProfile(processBackend(), browser.request("/profile"))).mustProve).toBe(false);
  });
});

describe("settings", () => {
  it("are stored as submitted, and values that are not offered are rejected (400)", async () => {
    const browser = await signedInBrowser(origin, "student.se");
    expect((await loadSettings(processBackend(), browser.request("/settings"))).reader).toMatchObject({
      ratePercent: 100,
      theme: "page",
    });
    const form = { intent: "reader", rate: "80", volume: "50", autoPageTurn: "on", theme: "dark" };
    expect(await submitSettings(processBackend(), browser.post("/settings", form))).toBeInstanceOf(Response);
    const { reader } = await loadSettings(processBackend(), browser.request("/settings"));
    expect(reader).toEqual({
      ratePercent: 80,
      volumePercent: 50,
      highlight: false,
      autoPageTurn: true,
      theme: "dark",
    });
    for (const wrong of [{ rate: "1000" }, { theme: "pink" }]) {
      const result = await submitSettings(processBackend(), browser.post("/settings", { ...form, ...wrong }));
      expect(result).toMatchObject({ init: { status: 400 } });
    }
  });

  it("can disable success and info notices, but not warnings and errors", async () => {
    const browser = await signedInBrowser(origin, "teacher.se");
    const enabled = async () => {
      const person = await requireUser(processBackend(), browser.request("/profile"));
      return Promise.all(
        (["success", "info", "warning", "error"] as const).map((type) => wantsNotice(processBackend(), person, type)),
      );
    };
    expect(await enabled()).toEqual([true, true, true, true]);
    await submitSettings(processBackend(), browser.post("/settings", { intent: "notices" }));
    expect(await enabled()).toEqual([false, false, true, true]);
  });
});

describe("data export", () => {
  it("is an uncached attachment with account data and settings, and without secrets", async () => {
    const browser = await signedInBrowser(origin, "student.se");
    const reader = { intent: "reader", rate: "90", volume: "40", theme: "dark" };
    for (const form of [reader, { intent: "notices" }]) {
      expect(await submitSettings(processBackend(), browser.post("/settings", form))).toBeInstanceOf(Response);
    }
    const response = await exportOwnData(processBackend(), browser.request("/profile/export"));
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="fabel-\d{4}-\d\d-\d\d\.json"$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const content = await response.json();
    expect(content).toMatchObject({
      ...{ me: { username: "student.se" }, country: "se" },
      settings: {
        reader: { playbackRate: 0.9, audioVolume: 0.4, darkTheme: true },
        notices: { confirmations: false },
      },
    });
    expect(content.notes).toEqual([]);
    expect(content.organizations.length).toBeGreaterThan(0);
    expect(content.sessions.length).toBeGreaterThan(0);
    expect(JSON.stringify(content)).not.toMatch(/eyJ|hash|password"/i);
  });
});

describe("given an unreachable sign-in service", () => {
  const unavailable = new ServiceError(503, "unreachable", "The service could not be reached");

  afterEach(() => vi.restoreAllMocks());

  async function lose(...calls: Array<"getSessions" | "getSecondFactor" | "getLinks" | "changePassword">) {
    const browser = await signedInBrowser(origin, "teacher.se");
    for (const call of calls) vi.spyOn(processBackend().clients.auth, call).mockRejectedValue(unavailable);
    return browser;
  }

  it("then the profile shows the other data and offers no action that would fail", async () => {
    const browser = await lose("getSessions", "getSecondFactor");
    const page = await loadProfile(processBackend(), browser.request("/profile"));
    expect(page).toMatchObject({
      isSignInUnavailable: true,
      mayChangePassword: false,
      secondFactor: null,
      sessions: [],
    });
    expect(page).toMatchObject({
      username: "teacher.se",
      email: { mayChange: false },
      organizations: [expect.any(String)],
    });
  });

  it("then the settings page shows all settings except linked accounts", async () => {
    const browser = await lose("getLinks");
    const page = await loadSettings(processBackend(), browser.request("/settings"));
    expect(page).toMatchObject({
      links: { isUnavailable: true, links: [], providers: [] },
      reader: { ratePercent: 100 },
    });
  });

  it("then a password change leads to an error notice", async () => {
    const browser = await lose("changePassword");
    const form = { currentPassword: demoPassword, password: "another Passw0rd", passwordAgain: "another Passw0rd" };
    const result = await submitProfile(
      processBackend(),
      browser.post("/profile", { intent: "change-password", ...form }),
    );
    expect(browser.take(result as Response)).toBe("/profile");
    const { notice } = await readNotice(browser.request("/profile"));
    expect(notice).toMatchObject({ type: "error", message: expect.stringContaining("inget har ändrats") });
  });
});
