import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { processBackend } from "~/composition/process-backend.server";
import { optionalUser, type SignedIn } from "~/session/guard.server";
import { loadLogin, submitLogin } from "./login.server";
import { finishSignIn, signIn as signInStep, signOut } from "./sign-in.server";

/** Sessions that outlive the browser: whose they may be, how long they last, and how they end. docs/security.md, line 16. */

const origin = "https://se.localhost";
let databases: Databases;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
});

afterEach(async () => {
  await allow("nobody");
  await databases.eu.execute(sql`update directory.users set shared = false where username = 'family.se'`);
});

const allow = (who: "nobody" | "employees" | "everybody") =>
  databases.eu.execute(sql`update directory.organizations set stay_signed_in = ${who}`);

async function signIn(username: string, form: Record<string, string> = { stay: "on" }): Promise<Browser> {
  const browser = new Browser(origin);
  const sent = browser.post("/login", { username, password: demoPassword, ...form });
  const result = await submitLogin(processBackend(), sent);
  if (!(result instanceof Response)) throw new Error(`Not signed in: ${JSON.stringify(result.data)}`);
  browser.take(await finishSignIn(processBackend(), browser.request(browser.take(result))));
  return browser;
}

/** Seconds that the browser keeps the cookie of the session; null: until it is closed. */
function cookieAge({ cookieLines }: Browser): number | null {
  const line = cookieLines.findLast((each) => each.startsWith("__Host-fabel_session=")) ?? "";
  const age = /Max-Age=(\d+)/.exec(line)?.[1];
  return age === undefined ? null : Number(age);
}

async function personOf(browser: Browser): Promise<SignedIn | null> {
  const person = await optionalUser(processBackend(), browser.request("/profile"));
  return person.kind === "user" ? person : null;
}

const day = 24 * 60 * 60;
const isThirtyDays = (seconds: number | null) => seconds !== null && Math.abs(seconds - 30 * day) < 120;

describe("given a ticked box", () => {
  it.each([
    ["family.se", "nobody", true],
    ["guardian.se", "nobody", true],
    ["teacher.se", "nobody", false],
    ["teacher.se", "employees", true],
    ["admin.se", "employees", true],
    ["student.se", "employees", false],
    ["student.se", "everybody", true],
    ["super.se", "everybody", false],
  ] as const)("%s, where %s may: the session outlives the browser: %s", async (username, allowed, stays) => {
    await allow(allowed);
    const browser = await signIn(username);
    expect(isThirtyDays(cookieAge(browser))).toBe(stays);
    expect((await personOf(browser))?.staysUntil != null).toBe(stays);
  });

  it("a shared account's session ends with the browser", async () => {
    await databases.eu.execute(sql`update directory.users set shared = true where username = 'family.se'`);
    expect(cookieAge(await signIn("family.se"))).toBeNull();
  });

  it("a teacher of two schools needs the permission of both", async () => {
    await allow("employees");
    const second = sql`(select id from directory.organizations where realm = 'se' and type = 'school' and status = 'active'
      and id not in (select organization_id from directory.associations a join directory.users u on u.id = a.user_id
        where u.username = 'teacher.se') order by id limit 1)`;
    await databases.eu.execute(sql`insert into directory.associations (user_id, organization_id, realm, role)
      select id, ${second}, 'se', 'employee' from directory.users where username = 'teacher.se'`);
    expect(isThirtyDays(cookieAge(await signIn("teacher.se")))).toBe(true);
    await databases.eu.execute(sql`update directory.organizations set stay_signed_in = 'nobody' where id = (
      select max(organization_id) from directory.associations a join directory.users u on u.id = a.user_id
      where u.username = 'teacher.se')`);
    expect(cookieAge(await signIn("teacher.se"))).toBeNull();
  });
});

it("given no tick, then the session ends with the browser, and after three days without use", async () => {
  const browser = await signIn("family.se", {});
  expect(cookieAge(browser)).toBeNull();
  await databases.eu.execute(sql`update web.sessions set last_seen_at = now() - interval '4 days'`);
  expect(await personOf(browser)).toBeNull();
});

it("given a session that stays, then three days without use do not end it, and the thirty days do", async () => {
  const browser = await signIn("family.se");
  await databases.eu.execute(sql`update web.sessions set last_seen_at = now() - interval '20 days'`);
  await processBackend().sessionStore.purgeExpired("eu");
  expect(await personOf(browser)).not.toBeNull();
  await databases.eu.execute(sql`update web.sessions set expires_at = now()`);
  expect(await personOf(browser)).toBeNull();
});

it("given a session that stays, then its person sees that in the list of devices, and ends it there", async () => {
  const [home, tablet] = [await signIn("family.se", {}), await signIn("family.se")];
  const { credentials } = (await personOf(home)) as SignedIn;
  const { auth } = processBackend().clients;
  const staying = (await auth.getSessions({}, credentials)).body.data.filter(({ staysUntil }) => staysUntil !== null);
  for (const { id } of staying) await auth.endSession({ params: { id } }, credentials);
  expect(staying.length).toBeGreaterThan(0);
  expect(await personOf(tablet)).toBeNull();
  expect(await personOf(home)).not.toBeNull();
});

it("given a school that takes the permission back, then the session ends when its tokens are renewed", async () => {
  await allow("employees");
  const browser = await signIn("teacher.se");
  await allow("nobody");
  await databases.eu.execute(sql`update web.sessions set access_expires_at = now()`);
  expect(await personOf(browser)).toBeNull();
});

it("given a session that stays, then the box is ticked when its person proves who they are again, and only then", async () => {
  const browser = await signIn("family.se");
  const address = "/login?reauthenticate=true&redirect=/profile";
  expect(await loadLogin(processBackend(), browser.request(address))).toMatchObject({ staysSignedIn: true });
  const other = await signIn("family.se", {});
  expect(await loadLogin(processBackend(), other.request(address))).toMatchObject({ staysSignedIn: false });
});

it("given an administrator who stays, then acting as somebody ends with the browser, and their own session returns", async () => {
  await allow("employees");
  const browser = await signIn("admin.se");
  const own = (await personOf(browser)) as SignedIn;
  const [pupil] = (
    await databases.eu.execute<{ uid: string }>(sql`select uid from directory.users where username = 'student.se'`)
  ).rows;
  const session = await processBackend().sessionStore.find("se", own.sessionId);
  const response = await signInStep(processBackend(), browser.request("/login/act-as"), {
    form: { reason: "a question of the pupil", stay: "on" },
    target: "/",
    extras: { act_as: pupil?.uid ?? "", id_token_hint: session?.tokens.idToken ?? "" },
    accessToken: session?.tokens.accessToken ?? "",
  });
  browser.take(await finishSignIn(processBackend(), browser.request(browser.take(response))));
  expect((await personOf(browser))?.user.isImpersonated).toBe(true);
  expect(cookieAge(browser)).toBeNull();
  const { cookie } = await signOut(processBackend(), browser.request("/logout"));
  browser.take({ headers: new Headers({ "set-cookie": cookie }) });
  expect(isThirtyDays(cookieAge(browser))).toBe(true);
});
