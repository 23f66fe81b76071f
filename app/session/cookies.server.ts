import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { withoutPolicy } from "~/epub/signed-address";

/**
 * Cookies of the session. `__Host-` binds them to the exact host and to https; on http localhost, where browsers refuse
 * that, they have the plain name. docs/security.md, line 2.
 */

const names = {
  session: "fabel_session",
  target: "fabel_after_login",
  attempt: "fabel_attempt",
  external: "fabel_external",
  linking: "fabel_linking",
  left: "fabel_left",
  device: "fabel_device",
  joined: "fabel_joined",
  payment: "fabel_payment",
  cardError: "fabel_card_error",
  decline: "fabel_decline",
} as const;

/** Seconds that a sign-in may take, including at a provider. */
const attemptAge = 15 * 60;

/** Whether the request came over http from the same machine. */
function isPlainLocalhost(request: Request): boolean {
  const { protocol, hostname } = new URL(request.url);
  if (protocol !== "http:") return false;
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]"
  );
}

/**
 * Whether the browser refuses our cookies: over http it accepts `__Host-` cookies from localhost only, so signing in is
 * impossible. docs/security.md, line 2.
 */
export function refusesCookies(request: Request): boolean {
  return new URL(request.url).protocol === "http:" && !isPlainLocalhost(request);
}

function cookieName(request: Request, cookie: keyof typeof names): string {
  return isPlainLocalhost(request) ? names[cookie] : `__Host-${names[cookie]}`;
}

function sessionCookie(request: Request) {
  const secure = !isPlainLocalhost(request);
  return createCookie(cookieName(request, "session"), { path: "/", httpOnly: true, sameSite: "lax", secure });
}

/** The session's id, if the browser sent one of our format. */
export async function sessionIdOf(request: Request): Promise<string | null> {
  const value: unknown = await sessionCookie(request).parse(request.headers.get("cookie"));
  return typeof value === "string" && /^[\w-]{43}$/.test(value) ? value : null;
}

/**
 * Without Max-Age: it ends with the browser's session, or earlier by the server's timeouts.
 * @param staysUntil end of a session that outlives the browser
 */
export function sessionCookieHeader(request: Request, id: string, staysUntil: Date | null = null): Promise<string> {
  const maxAge = staysUntil && Math.max(0, Math.floor((staysUntil.getTime() - Date.now()) / 1000));
  return sessionCookie(request).serialize(id, maxAge === null ? {} : { maxAge });
}

/** Until when a session outlives the browser; null for one that ends with it. */
export function staysUntilOf(session: { staysSignedIn: boolean; expiresAt: Date }): Date | null {
  return session.staysSignedIn ? session.expiresAt : null;
}

export function clearedSessionCookie(request: Request): Promise<string> {
  return sessionCookie(request).serialize("", { maxAge: 0 });
}

/** A cookie that expires after a quarter of an hour. */
function shortCookie(request: Request, name: keyof typeof names) {
  const secure = !isPlainLocalhost(request);
  return createCookie(cookieName(request, name), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: attemptAge,
  });
}

/** Path to redirect to once the code has been exchanged. */
export function targetCookieHeader(request: Request, path: string): Promise<string> {
  return shortCookie(request, "target").serialize(withoutPolicy(path));
}

export async function targetOf(request: Request): Promise<unknown> {
  return shortCookie(request, "target").parse(request.headers.get("cookie"));
}

export function clearedTargetCookie(request: Request): Promise<string> {
  return shortCookie(request, "target").serialize("", { maxAge: 0 });
}

/** A sign-in attempt at a provider, encrypted by the sign-in service. */
export function externalCookieHeader(request: Request, attempt: string): Promise<string> {
  return shortCookie(request, "external").serialize(attempt);
}

export async function externalAttemptOf(request: Request): Promise<string | null> {
  const value: unknown = await shortCookie(request, "external").parse(request.headers.get("cookie"));
  return typeof value === "string" && /^[\w-]{40,8000}$/.test(value) ? value : null;
}

export function clearedExternalCookie(request: Request): Promise<string> {
  return shortCookie(request, "external").serialize("", { maxAge: 0 });
}

const linkingSchema = z.union([
  /** Before the redirect to a provider, to link an account there. */
  z.object({ attempt: z.string(), state: z.string() }),
  /** After the return, while the user confirms that the account is the right one. */
  z.object({ proof: z.string(), provider: z.string(), shown: z.string() }),
]);
export type Linking = z.output<typeof linkingSchema>;

/** State of linking an account, encrypted by the sign-in service. */
export function linkingCookieHeader(request: Request, linking: Linking): Promise<string> {
  return shortCookie(request, "linking").serialize(linking);
}

export async function linkingOf(request: Request): Promise<Linking | null> {
  const value: unknown = await shortCookie(request, "linking").parse(request.headers.get("cookie"));
  return linkingSchema.safeParse(value).data ?? null;
}

export function clearedLinkingCookie(request: Request): Promise<string> {
  return shortCookie(request, "linking").serialize("", { maxAge: 0 });
}

/** Encrypted uid of the user who just signed out in this browser: the owner of forms that other tabs may still submit. */
export function lastPersonCookieHeader(request: Request, sealed: string): Promise<string> {
  return shortCookie(request, "left").serialize(sealed);
}

export async function lastPersonOf(request: Request): Promise<string | null> {
  const value: unknown = await shortCookie(request, "left").parse(request.headers.get("cookie"));
  return typeof value === "string" && /^[\w-]{40,500}$/.test(value) ? value : null;
}

/** Seconds that a browser is remembered: the maximum that browsers allow. */
const deviceAge = 400 * 24 * 60 * 60;

/** Users who have signed in in this browser before, encrypted by the sign-in service; grants nothing. docs/security.md, line 29. */
export function deviceCookieHeader(request: Request, note: string): Promise<string> {
  return lastingCookie(request, "device").serialize(note);
}

export async function deviceOf(request: Request): Promise<string | null> {
  const value: unknown = await lastingCookie(request, "device").parse(request.headers.get("cookie"));
  return typeof value === "string" && /^[\w-]{40,3000}$/.test(value) ? value : null;
}

/** A cookie that lasts as long as browsers permit. */
function lastingCookie(request: Request, cookie: "device" | "joined") {
  const secure = !isPlainLocalhost(request);
  const name = cookieName(request, cookie);
  return createCookie(name, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge: deviceAge });
}

/** Marks a browser that was joined to a child, so that it can say that this has ended; grants nothing, and names nobody. */
export function joinedCookieHeader(request: Request): Promise<string> {
  return lastingCookie(request, "joined").serialize(true);
}

export async function wasJoined(request: Request): Promise<boolean> {
  return (await lastingCookie(request, "joined").parse(request.headers.get("cookie"))) === true;
}

/** Set-Cookie values that take the mark away, once somebody signs in or out here; empty if there is none. */
export async function clearedJoinedCookies(request: Request): Promise<string[]> {
  return (await wasJoined(request)) ? [await lastingCookie(request, "joined").serialize("", { maxAge: 0 })] : [];
}

/** Seconds that a browser may take between registering and paying: as long as an unpaid account is retained. */
const paymentAge = 30 * 24 * 60 * 60;

function longCookie(request: Request, name: "payment" | "cardError" | "decline") {
  const secure = !isPlainLocalhost(request);
  return createCookie(cookieName(request, name), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: paymentAge,
  });
}

/** Random id of this browser's sign-up and payment. */
export function paymentCookieHeader(request: Request, id: string): Promise<string> {
  return longCookie(request, "payment").serialize(id);
}

export async function paymentIdOf(request: Request): Promise<string | null> {
  const value: unknown = await longCookie(request, "payment").parse(request.headers.get("cookie"));
  return typeof value === "string" && /^[\w-]{43}$/.test(value) ? value : null;
}

/** Marks that the stored error of a card was not shown yet. The page that shows it clears the mark, since a GET writes nothing else. */
export function cardErrorCookieHeader(request: Request): Promise<string> {
  return longCookie(request, "cardError").serialize(true);
}

export async function hasNewCardError(request: Request): Promise<boolean> {
  return (await longCookie(request, "cardError").parse(request.headers.get("cookie"))) === true;
}

export function clearedCardErrorCookie(request: Request): Promise<string> {
  return longCookie(request, "cardError").serialize("", { maxAge: 0 });
}

/** Marks that a declined payment was not shown yet, or, as a result page's own, that it was: `new`, or the id of the order. */
export function declineCookieHeader(request: Request, mark: string): Promise<string> {
  return longCookie(request, "decline").serialize(mark);
}

export async function declineMarkOf(request: Request): Promise<string | null> {
  const value: unknown = await longCookie(request, "decline").parse(request.headers.get("cookie"));
  return typeof value === "string" && /^[\w-]{1,60}$/.test(value) ? value : null;
}

export function clearedDeclineCookie(request: Request): Promise<string> {
  return longCookie(request, "decline").serialize("", { maxAge: 0 });
}

/** Options of the cookie in which remix-auth-oauth2 stores state and verifier between the redirect and the callback. */
export function attemptCookie(request: Request) {
  const common = {
    name: cookieName(request, "attempt"),
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: attemptAge,
  } as const;
  return isPlainLocalhost(request) ? common : { ...common, secure: true as const };
}

/** Set-Cookie values that clear earlier attempts: the library names each differently and never clears one. */
export function clearedAttemptCookies(request: Request): string[] {
  const { name } = attemptCookie(request);
  const secure = !isPlainLocalhost(request);
  const header = request.headers.get("cookie") ?? "";
  const left = header.split(/;\s*/).map((pair) => pair.split("=")[0] ?? "");
  return left
    .filter((each) => each.startsWith(`${name}:`))
    .map((each) => `${each}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`);
}
