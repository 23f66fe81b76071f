import { describe, expect, it } from "vitest";
import { identityDouble } from "../../../tests/support/identity-double";
import type { Caller, CallerUser } from "./endpoint";
import { isSecureLogin, requireFreshLogin, requireSecureLogin } from "./secure-login";

const now = Date.parse("2026-03-01T12:00:00Z");

const person = identityDouble().add({ realm: "se", username: "somebody" });

function caller(change: Partial<CallerUser> | null): Caller {
  const user: CallerUser = {
    uid: person.uid,
    person,
    scopes: [],
    roles: ["employee"],
    acr: "basic",
    authTime: now / 1000,
    sessionId: "s",
    actor: null,
    actorIsSuper: false,
    ...change,
  };
  const where = { realm: "se", region: "eu", origin: "http://localhost", requestId: "r", ipAddress: null } as const;
  return { ...where, user: change && user };
}

describe("a secure login (security 18)", () => {
  it.each<[boolean, Partial<CallerUser> | null]>([
    [true, { acr: "secure" }],
    [true, { scopes: ["ilt.user.se.write"] }],
    [false, { acr: "basic" }],
    [false, { acr: null }],
    [false, { scopes: ["ilt.user.fr.write"] }],
    [false, null],
  ])("is %s for %j", (isSecure, change) => {
    expect(isSecureLogin(caller(change))).toBe(isSecure);
    const ask = () => requireSecureLogin(caller(change));
    if (isSecure) expect(ask).not.toThrow();
    else expect(ask).toThrow(expect.objectContaining({ status: 403, code: "secure_login_needed" }));
  });
});

describe("a fresh login (security 17)", () => {
  it.each<[boolean, Partial<CallerUser> | null]>([
    [true, { authTime: now / 1000 - 300 }],
    [false, { authTime: now / 1000 - 301 }],
    [false, { authTime: 0 }],
    [false, { actor: "somebody else" }],
    [false, null],
  ])("is %s for %j", (isFresh, change) => {
    const ask = () => requireFreshLogin(caller(change), now);
    if (isFresh) expect(ask).not.toThrow();
    else expect(ask).toThrow(expect.objectContaining({ status: 403, code: "fresh_login_needed" }));
  });
});
