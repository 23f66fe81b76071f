import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { requestContextOf } from "~/clients/request-context.server";
import { processBackend } from "~/composition/process-backend.server";
import { sessionIdOf } from "~/session/cookies.server";
import { optionalUser, requireUser, type SignedIn } from "~/session/guard.server";
import { loadLogin, submitLogin } from "./login.server";
import { beginAttempt, finishSignIn, signIn as signInStep, signOut } from "./sign-in.server";
import { authenticatorFor } from "./strategy.server";

const origin = "https://se.localhost";
let databases: Databases;

beforeAll(async () => {
  databases = await sessionScene(["se", "fr"]);
});

async function submit(browser: Browser, form: Record<string, string>): Promise<string> {
  const result = await submitLogin(processBackend(), browser.post("/login", form));
  if (!(result instanceof Response)) throw new Error(`Not signed in: ${JSON.stringify(result.data)}`);
  return browser.take(result);
}

async function signIn(username: string, target = "/", at = origin): Promise<Browser> {
  const browser = new Browser(at);
  const callback = await submit(browser, { username, password: demoPassword, redirect: target });
  browser.take(await finishSignIn(processBackend(), browser.request(callback)));
  return browser;
}

async function who(browser: Browser): Promise<string | null> {
  const person = await optionalUser(processBackend(), browser.request("/profile"));
  return person.kind === "user" ? person.user.username : null;
}

/** Problem that the login page shows for the browser's ended session. */
async function loginProblem(browser: Browser): Promise<string | null> {
  const response = (await requireUser(processBackend(), browser.request("/profile")).catch(
    (thrown) => thrown,
  )) as Response;
  const { search } = new URL(response.headers.get("location") ?? "", origin);
  return (await loadLogin(processBackend(), new Browser(origin).request(`/login${search}`))).problem;
}

const sessionCookie = (browser: Browser) => browser.cookies.get("__Host-fabel_session");

describe("sign-in", () => {
  it("redirects through the callback to the requested page and starts the user's session", async () => {
    const browser = new Browser(origin);
    const callback = await submit(browser, {
      username: "Teacher.SE",
      password: demoPassword,
      redirect: "/bookshelf?x=1",
    });
    expect(callback).toMatch(`${origin}/login/callback?code=`);
    expect(browser.take(await finishSignIn(processBackend(), browser.request(callback)))).toBe("/bookshelf?x=1");
    const { user, credentials } = (await optionalUser(processBackend(), browser.request("/"))) as SignedIn;
    expect(user).toMatchObject({ username: "teacher.se", isEmployee: true, isStudent: false, realm: "se" });
    expect(credentials).toMatchObject({ realm: "se", origin });
  });

  it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "never redirects to another site: %s",
    async (target) => {
      const browser = new Browser(origin);
      const callback = await submit(browser, { username: "student.se", password: demoPassword, redirect: target });
      expect(browser.take(await finishSignIn(processBackend(), browser.request(callback)))).toBe("/bookshelf");
    },
  );

  it("returns 401 for a wrong password, keeps the username and drops the password", async () => {
    const browser = new Browser(origin);
    const result = await submitLogin(
      processBackend(),
      browser.post("/login", { username: "student.se", password: "wrong password" }),
    );
    if (result instanceof Response) throw new Error("Signed in by a wrong password");
    expect(result.init?.status).toBe(401);
    expect(result.data.lastResult.error?.[""]).toEqual(["invalid_credentials"]);
    expect(result.data.lastResult.initialValue).toEqual({ username: "student.se" });
    expect(JSON.stringify(result.data)).not.toContain("wrong password");
  });

  it("returns 400 with an error for each empty field", async () => {
    const result = await submitLogin(
      processBackend(),
      new Browser(origin).post("/login", { username: "", password: "" }),
    );
    if (result instanceof Response) throw new Error("Signed in by nothing");
    expect(result.init?.status).toBe(400);
    expect(result.data.lastResult.error).toMatchObject({ username: ["Mandatory"], password: ["Mandatory"] });
  });

  it("given a password that staff set, then it asks for another, and reports if that is left empty", async () => {
    const { user } = (await optionalUser(processBackend(), (await signIn("guardian.se")).request("/"))) as SignedIn;
    const isSetByStaff = (temporary: boolean) =>
      databases.eu.execute(sql`update auth.passwords set temporary = ${temporary} where uid = ${user.uid}`);
    const refused = async (more: Record<string, string>) => {
      const form = { username: "guardian.se", password: demoPassword, ...more };
      const result = await submitLogin(processBackend(), new Browser(origin).post("/login", form));
      if (result instanceof Response) throw new Error("Signed in by a password that must be changed");
      expect(result.init?.status).toBe(403);
      return result.data;
    };
    await isSetByStaff(true);
    expect(await refused({})).toMatchObject({ mustChangePassword: true, lastResult: { error: undefined } });
    const empty = await refused({ newPassword: "", newPasswordAgain: "" });
    expect(empty).toMatchObject({ mustChangePassword: true, lastResult: { error: { newPassword: ["Mandatory"] } } });
    await isSetByStaff(false);
  });

  it("fails with 'No code received' when the redirect has no code", async () => {
    const request = new Browser(origin).post("/login", {});
    const authorizeQuery = new URLSearchParams({
      client_id: "fabel-web",
      response_type: "token",
      redirect_uri: `${origin}/login/callback`,
    }).toString();
    const form = { username: "student.se", password: demoPassword };
    await expect(signInStep(processBackend(), request, { form, target: "/", authorizeQuery })).rejects.toMatchObject({
      code: "no_code",
      message: "No code received",
    });
  });

  it.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { referer: "https://evil.example/page" },
  ])("rejects a form from another site with 403: %j (docs/security.md, line 3)", async (headers) => {
    const request = new Request(`${origin}/login`, {
      method: "POST",
      body: new URLSearchParams({ username: "student.se", password: demoPassword }),
      headers,
    });
    await expect(submitLogin(processBackend(), request)).rejects.toMatchObject({ status: 403 });
    const browser = await signIn("student.se");
    const foreign = browser.request("/profile", { method: "POST", headers });
    await expect(requireUser(processBackend(), foreign)).rejects.toMatchObject({ status: 403 });
  });
});

describe("sign-in with a target that logs out", () => {
  it.each([
    ["/library", "/bookshelf"],
    ["/library/bookshelf?q=a", "/bookshelf?q=a"],
    ["/LIBRARY/bookshelf/?q=a", "/bookshelf?q=a"],
    ["/%6cibrary.data", "/bookshelf"],
    ["/library-of-books", "/library-of-books"],
    ["/logout", "/bookshelf"],
    ["/Logout/?redirect=/profile", "/bookshelf"],
    ["/logout.data", "/bookshelf"],
    ["//logout", "/bookshelf"],
  ])("given %s, then it redirects to %s, which keeps the session", async (target, landing) => {
    const browser = new Browser(origin);
    const callback = await submit(browser, { username: "student.se", password: demoPassword, redirect: target });
    expect(browser.take(await finishSignIn(processBackend(), browser.request(callback)))).toBe(landing);
    const again = await loadLogin(
      processBackend(),
      browser.request(`/login?redirect=${encodeURIComponent(target)}`),
    ).catch((each) => each);
    expect(browser.take(again)).toBe(landing);
  });

  it("given an audio aid, then it redirects to the library page", async () => {
    const browser = new Browser(origin);
    browser.cookies.set("audio_aid", "1");
    const form = { username: "student.se", password: demoPassword, redirect: "/library/bookshelf" };
    const callback = await submit(browser, form);
    expect(browser.take(await finishSignIn(processBackend(), browser.request(callback)))).toBe("/library/bookshelf");
  });
});

describe("cookies (docs/security.md, lines 1, 2)", () => {
  it("contain no tokens and are __Host-, Secure, HttpOnly and SameSite", async () => {
    const browser = await signIn("student.se");
    const line = browser.cookieLines.find((each) => each.startsWith("__Host-fabel_session=")) ?? "";
    expect(line).toMatch(/; Path=\/(;|$)/);
    for (const part of ["HttpOnly", "Secure", "SameSite=Lax"]) expect(line).toContain(part);
    expect(line).not.toMatch(/Domain/i);
    for (const each of browser.cookieLines) {
      expect(each).toMatch(/^__Host-/);
      expect(each).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    }
    expect([...browser.cookies.keys()].sort()).toEqual(["__Host-fabel_device", "__Host-fabel_session"]);
  });

  it("exempt a known browser from the rate limit that another browser caused (docs/security.md, line 29)", async () => {
    const [own, other] = [await signIn("teacher.se"), new Browser(origin)];
    const guess = { username: "teacher.se", password: "wrong password" };
    for (let count = 0; count < 10; count += 1) await submitLogin(processBackend(), other.post("/login", guess));
    const right = { username: "teacher.se", password: demoPassword };
    const statusOf = async (browser: Browser) => {
      const result = await submitLogin(processBackend(), browser.post("/login", right));
      return result instanceof Response ? result.status : result.init?.status;
    };
    expect([await statusOf(other), await statusOf(own)]).toEqual([429, 302]);
    const refused = await submitLogin(processBackend(), other.post("/login", right));
    const problems = refused instanceof Response ? null : refused.data.lastResult.error?.[""];
    expect(problems).toEqual([expect.stringMatching(/^too_many_attempts (8\d\d|900)$/)]);
    await databases.eu.execute(sql`delete from auth.rate_limits`);
  });

  it("have names without __Host- on http localhost only", async () => {
    const local = await signIn("student.se", "/", "http://se.localhost:3000");
    expect([...local.cookies.keys()].sort()).toEqual(["fabel_device", "fabel_session"]);
    const elsewhere = await signIn("student.se", "/", "https://se.localhost");
    expect([...elsewhere.cookies.keys()].sort()).toEqual(["__Host-fabel_device", "__Host-fabel_session"]);
  });

  it("are stored in the database only as a hash, and tokens only encrypted", async () => {
    const browser = await signIn("student.se");
    const { rows } = await databases.eu.execute(
      sql`select id_hash, encode(tokens, 'escape') as tokens from web.sessions`,
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(sessionCookie(browser));
    expect(stored).not.toContain("eyJ");
  });
});

describe("sign-in attempt (docs/security.md, line 8)", () => {
  it("can be finished only in the browser that started it", async () => {
    const browser = new Browser(origin);
    const callback = await submit(browser, { username: "student.se", password: demoPassword });
    const stranger = new Browser(origin);
    expect(stranger.take(await finishSignIn(processBackend(), stranger.request(callback)))).toMatch(
      /^\/login\?problem=attempt/,
    );
    expect(stranger.cookies.size).toBe(0);
  });

  it("works once, and a browser has at most one attempt cookie", async () => {
    const browser = new Browser(origin);
    await submit(browser, { username: "student.se", password: demoPassword });
    const callback = await submit(browser, { username: "student.se", password: demoPassword });
    expect([...browser.cookies.keys()].filter((name) => name.includes("attempt"))).toHaveLength(1);
    browser.take(await finishSignIn(processBackend(), browser.request(callback)));
    const again = browser.take(await finishSignIn(processBackend(), browser.request(callback)));
    expect(again).toMatch(/^\/login\?problem=attempt/);
  });

  it("fails with the specified message without its verifier, and redirects to the login page", async () => {
    const browser = new Browser(origin);
    const callback = await submit(browser, { username: "student.se", password: demoPassword });
    const [name, value] = [...browser.cookies].find(([each]) => each.includes("attempt")) as [string, string];
    browser.cookies.set(name, value.replace(/=[^=]*$/, "="));
    expect(browser.cookies.get(name)).not.toBe(value);
    const request = browser.request(callback);
    await expect(
      authenticatorFor(processBackend(), requestContextOf(request)).authenticate("fabel", request),
    ).rejects.toThrow("Missing code verifier when authenticating with code.");
    expect(browser.take(await finishSignIn(processBackend(), browser.request(callback)))).toMatch(
      /^\/login\?problem=attempt/,
    );
  });

  it("is rejected with another nonce, an empty one and none, and accepted with the nonce of its state", async () => {
    const browser = new Browser(origin);
    const { path, cookies } = await beginAttempt(processBackend(), requestContextOf(browser.request("/login")), {});
    const headers = new Headers();
    for (const cookie of cookies) headers.append("set-cookie", cookie);
    browser.take({ headers });
    const own = new URL(path, origin).searchParams.get("nonce");
    const ask = async (nonce: string | null) => {
      const address = new URL(`${origin}/services/auth${path}`);
      if (nonce === null) address.searchParams.delete("nonce");
      else address.searchParams.set("nonce", nonce);
      const body = new URLSearchParams({ username: "student.se", password: demoPassword });
      const clientInfo = { requestId: "r", ipAddress: null };
      const response = await processBackend().callAuth(new Request(address, { method: "POST", body }), clientInfo);
      const back = new Browser(origin);
      for (const [name, value] of browser.cookies) back.cookies.set(name, value);
      return back.take(await finishSignIn(processBackend(), back.request(String(response.headers.get("location")))));
    };
    for (const nonce of ["another", "", null]) expect(await ask(nonce)).toMatch(/^\/login\?problem=attempt/);
    expect(await ask(String(own))).toBe("/bookshelf");
  });

  it.each(["code", "state"])("is rejected with the %s of another browser's attempt", async (parameter) => {
    const [mine, theirs] = [new Browser(origin), new Browser(origin)];
    const form = { username: "student.se", password: demoPassword };
    const [own, other] = [new URL(await submit(mine, form)), new URL(await submit(theirs, form))];
    own.searchParams.set(parameter, String(other.searchParams.get(parameter)));
    expect(mine.take(await finishSignIn(processBackend(), mine.request(own.href)))).toMatch(
      /^\/login\?problem=attempt/,
    );
    expect(await who(mine)).toBeNull();
  });
});

describe("session", () => {
  it("gets a new id at each sign-in, and the old id is invalid (docs/security.md, line 13)", async () => {
    const browser = await signIn("student.se");
    const before = String(sessionCookie(browser));
    const callback = await submit(browser, { username: "teacher.se", password: demoPassword });
    browser.take(await finishSignIn(processBackend(), browser.request(callback)));
    expect(sessionCookie(browser)).not.toBe(before);
    expect(await who(browser)).toBe("teacher.se");
    const old = new Browser(origin);
    old.cookies.set("__Host-fabel_session", before);
    expect(await who(old)).toBeNull();
  });

  it("never uses an id that the browser supplied", async () => {
    const browser = new Browser(origin);
    const planted = Buffer.from(JSON.stringify("A".repeat(43))).toString("base64");
    browser.cookies.set("__Host-fabel_session", planted);
    const callback = await submit(browser, { username: "student.se", password: demoPassword });
    browser.take(await finishSignIn(processBackend(), browser.request(callback)));
    expect(sessionCookie(browser)).not.toBe(planted);
  });

  it("ends on the server at logout (docs/security.md, line 14)", async () => {
    const browser = await signIn("student.se");
    const oldBrowser = new Browser(origin);
    oldBrowser.cookies.set("__Host-fabel_session", String(sessionCookie(browser)));
    const { credentials } = (await optionalUser(processBackend(), browser.request("/"))) as SignedIn;
    const id = String(await sessionIdOf(browser.request("/")));
    await signOut(processBackend(), browser.request("/logout"));
    // Both the web session and the sign-in service's session must end.
    expect(await processBackend().sessionStore.find("se", id)).toBeNull();
    expect(await who(oldBrowser)).toBeNull();
    const call = processBackend().clients.auth.getUserInfo({}, { ...credentials });
    await expect(call).rejects.toMatchObject({ status: 401 });
  });

  it.each(["inactive", "deleted"])("ends when the user becomes %s (docs/security.md, line 15)", async (status) => {
    const browser = await signIn("guardian.se");
    expect(await who(browser)).toBe("guardian.se");
    const set = (to: string) =>
      databases.eu.execute(sql`update directory.users set status = ${to}, deleted_at = ${to === "deleted" ? sql`now()` : null}
        where username = 'guardian.se'`);
    try {
      await set(status);
      expect(await loginProblem(browser)).toBe("account_off");
      expect(await who(browser)).toBeNull();
    } finally {
      await set("active");
    }
  });

  it("stays ended after the school has disabled and reactivated the user (docs/security.md, line 15)", async () => {
    const [browser, admin] = [await signIn("student.se"), await signIn("admin.se")];
    const { user } = (await optionalUser(processBackend(), browser.request("/"))) as SignedIn;
    const { credentials } = (await optionalUser(processBackend(), admin.request("/"))) as SignedIn;
    const params = { version: "v1", type: "students", id: user.uid } as const;
    const status = (value: string) =>
      processBackend().clients.controlPanel.updatePerson(
        { params, body: { data: { attributes: { status: { value } } } } } as never,
        credentials,
      );
    await status("inactive");
    await status("active");
    expect(await who(browser)).toBeNull();
    expect(await who(await signIn("student.se"))).toBe("student.se");
  });

  it.each(["last_seen_at = now() - interval '4 days'", "expires_at = now() - interval '1 second'"])(
    "ends when it is idle or expired: %s (docs/security.md, line 16)",
    async (change) => {
      const browser = await signIn("family.se");
      expect(await who(browser)).toBe("family.se");
      await databases.eu.execute(sql.raw(`update web.sessions set ${change}`));
      expect(await loginProblem(browser)).toBe("ended");
      expect(await who(browser)).toBeNull();
    },
  );

  it("is invalid in another realm (docs/security.md, line 9)", async () => {
    const browser = await signIn("student.se");
    const french = new Browser("https://fr.localhost");
    french.cookies.set("__Host-fabel_session", String(sessionCookie(browser)));
    expect(await who(french)).toBeNull();
  });

  it("has the current roles and scopes in pages and services (docs/security.md, line 21)", async () => {
    const browser = await signIn("teacher.se");
    const set = (admin: boolean, scopes: string) =>
      databases.eu.execute(sql`
        with person as (update directory.users set scopes = ${scopes} where username = 'teacher.se' returning id)
        update directory.associations set admin = ${admin} where user_id = (select id from person)`);
    const school = await databases.eu.execute<{ uid: string }>(
      sql`select uid from directory.organizations where school_unit_code = 'se-1001'`,
    );
    const now = async () => {
      const { user, credentials } = (await optionalUser(processBackend(), browser.request("/"))) as SignedIn;
      const { customerManagement, controlPanel } = processBackend().clients;
      const calls = [
        controlPanel.getPersonTemplate({ params: { version: "v1", type: "employees" } }, credentials),
        customerManagement.getSchoolUnitDeletion({ params: { uid: String(school.rows[0]?.uid) } }, credentials),
      ];
      const statuses = (await Promise.allSettled(calls)).map((each) =>
        each.status === "fulfilled" ? each.value.status : (each.reason as { status: number }).status,
      );
      return [user.isAdmin, user.isSuperUser, ...statuses];
    };
    try {
      await set(true, "{ilt.user.se.write}");
      expect(await now()).toEqual([true, true, 200, 200]);
    } finally {
      await set(false, "{}");
    }
    expect(await now()).toEqual([false, false, 403, 403]);
  });

  it("has roles from active associations only (docs/product/shell.md#roles)", async () => {
    const browser = await signIn("guardian.se");
    const isGuardian = async () =>
      ((await optionalUser(processBackend(), browser.request("/"))) as SignedIn).user.isGuardian;
    const set = (active: boolean) =>
      databases.eu.execute(sql`update directory.associations set active = ${active}
        where user_id = (select id from directory.users where realm = 'se' and username = 'guardian.se')`);
    expect(await isGuardian()).toBe(true);
    try {
      await set(false);
      expect(await isGuardian()).toBe(false);
    } finally {
      await set(true);
    }
  });
});

describe("renewal", () => {
  const wearOut = () =>
    databases.eu.execute(sql`update web.sessions set access_expires_at = now() + interval '200 seconds'`);

  it("happens within 300 s of the expiry, once for concurrent requests", async () => {
    const browser = await signIn("admin.se");
    await wearOut();
    const people = await Promise.all(Array.from({ length: 8 }, () => who(browser)));
    expect(new Set(people)).toEqual(new Set(["admin.se"]));
    const { rows } = await databases.eu.execute(sql`
      select version, access_expires_at > now() + interval '300 seconds' as is_fresh
      from web.sessions where access_expires_at > now() + interval '300 seconds'`);
    expect(rows).toEqual([{ version: 1, is_fresh: true }]);
  });

  it("is claimed by one process at a time, and no other request renews meanwhile", async () => {
    const browser = await signIn("admin.se");
    const id = String(await sessionIdOf(browser.request("/")));
    await wearOut();
    const { sessionStore } = processBackend();
    const claims = await Promise.all([1, 2, 3].map(() => sessionStore.claimRenewal("se", id, 0)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await who(browser)).toBe("admin.se");
    expect(await sessionStore.find("se", id)).toMatchObject({ version: 0 });
  });

  it("clears the session if there is no refresh token", async () => {
    const browser = await signIn("admin.se");
    const id = String(await sessionIdOf(browser.request("/")));
    const { sessionStore } = processBackend();
    const session = await sessionStore.find("se", id);
    if (!session) throw new Error("No session");
    const soon = new Date(Date.now() + 200_000);
    await sessionStore.claimRenewal("se", id, session.version);
    await sessionStore.renew("se", id, session.version, { ...session.tokens, refreshToken: "" }, soon);
    expect(await who(browser)).toBeNull();
  });

  it("clears the session when it is rejected", async () => {
    const browser = await signIn("admin.se");
    await wearOut();
    await databases.eu.execute(sql`update auth.refresh_tokens set used_at = now()`);
    expect(await who(browser)).toBeNull();
  });
});

describe("guard", () => {
  it("redirects a visitor to the login page with reauthenticate and the requested path", async () => {
    const request = new Request(`${origin}/controlpanel/students?page=2&reauthenticate=x&redirect=y&q=å`);
    const result = await requireUser(processBackend(), request).catch((reason: unknown) => reason as Response);
    const location = new URL((result as Response).headers.get("location") ?? "", origin);
    expect(location.pathname).toBe("/login");
    expect(location.searchParams.get("reauthenticate")).toBe("true");
    expect(location.searchParams.get("redirect")).toBe("/controlpanel/students?page=2&q=%C3%A5");
  });
});
