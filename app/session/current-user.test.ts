import { describe, expect, it } from "vitest";
import { realms } from "~/realms/realm";
import { currentUser, hasRole, hasScope, type Identity, normalLabel } from "./current-user";

const pupil: Identity = {
  realm: "se",
  uid: "u-1",
  name: "Elsa Berg",
  username: "elsa",
  email: null,
  sharedAccount: false,
  roles: ["student"],
  scopes: ["openid", "profile"],
  subscriptions: [],
  amr: ["pwd"],
  acr: "basic",
  authTime: 0,
  actor: null,
};

const of = (change: Partial<Identity>) => currentUser({ ...pupil, ...change });

describe("roles", () => {
  it("makes an employee of an employee and of any admin", () => {
    expect(of({ roles: ["employee"] }).isEmployee).toBe(true);
    expect(of({ roles: ["admin"] }).isEmployee).toBe(true);
    expect(of({ roles: ["student", "guardian"] }).isEmployee).toBe(false);
  });

  it.each([
    ["student", "isStudent"],
    ["guardian", "isGuardian"],
    ["admin", "isAdmin"],
  ] as const)("takes %s from that role alone", (role, flag) => {
    expect(of({ roles: [role] })[flag]).toBe(true);
    expect(of({ roles: ["employee"] })[flag]).toBe(false);
  });

  it("answers hasRole and hasScope by value", () => {
    expect(hasRole(pupil, "student")).toBe(true);
    expect(hasRole(pupil, "admin")).toBe(false);
    expect(hasScope(pupil, "profile")).toBe(true);
    expect(hasScope(pupil, "prof")).toBe(false);
  });
});

describe("super users", () => {
  it("hold the scope of their own realm", () => {
    expect(of({ scopes: ["openid", "ilt.user.se.write"] }).isSuperUser).toBe(true);
    expect(of({ scopes: ["openid", "ilt.user.fr.write"] }).isSuperUser).toBe(false);
  });
});

describe("secure login", () => {
  it("is a second factor or a super user", () => {
    expect(of({}).isSecureLogin).toBe(false);
    expect(of({ acr: "secure" }).isSecureLogin).toBe(true);
    expect(of({ acr: null }).isSecureLogin).toBe(false);
    expect(of({ scopes: ["ilt.user.se.write"] }).isSecureLogin).toBe(true);
  });

  it("can be reached by escalation in Sweden alone, by those who have not", () => {
    for (const realm of realms) expect(of({ realm }).canEscalate).toBe(realm === "se");
    expect(of({ acr: "secure" }).canEscalate).toBe(false);
    expect(of({ scopes: ["ilt.user.se.write"] }).canEscalate).toBe(false);
  });
});

describe("a second factor", () => {
  const actor = { id: "1", name: "Anna" };
  const superScope = ["ilt.user.se.write"];

  it("may be proved by staff and super users where the country offers it, by nobody who acts as another", () => {
    for (const roles of [["employee"], ["admin"]] as const) expect(of({ roles }).mayStepUp).toBe(true);
    for (const roles of [["student"], ["guardian"]] as const) expect(of({ roles }).mayStepUp).toBe(false);
    expect(of({ roles: [], scopes: superScope }).mayStepUp).toBe(true);
    // Again too, where an act asks for proof of a moment ago.
    expect(of({ roles: ["employee"], acr: "secure" }).mayStepUp).toBe(true);
    expect(of({ roles: ["employee"], scopes: superScope, actor }).mayStepUp).toBe(false);
    for (const realm of realms) expect(of({ realm, roles: ["employee"] }).mayStepUp).toBe(realm === "se");
  });
});

describe("consumer market", () => {
  const family: Partial<Identity> = { roles: ["guardian"], subscriptions: [{ type: "fabel-consumer" }] };

  it("is exactly one subscription that ends in consumer and exactly the role guardian", () => {
    expect(of(family).isConsumer).toBe(true);
    expect(of({ ...family, roles: ["guardian", "employee"] }).isConsumer).toBe(false);
    expect(of({ ...family, roles: ["student"] }).isConsumer).toBe(false);
    expect(of({ ...family, roles: [] }).isConsumer).toBe(false);
    expect(of({ ...family, subscriptions: [] }).isConsumer).toBe(false);
    expect(of({ ...family, subscriptions: [{ type: "consumer-school" }] }).isConsumer).toBe(false);
    expect(of({ ...family, subscriptions: [{ type: "a-consumer" }, { type: "b-consumer" }] }).isConsumer).toBe(false);
  });
});

describe("ways of signing in", () => {
  it.each([
    ["gar", "gar"],
    ["ak-bibliotheken", "akBibliotheken"],
    ["domino", "domino"],
    ["vidis", "vidis"],
    ["qr", "qr"],
  ] as const)("knows %s by amr", (name, flag) => {
    const { signedInBy } = of({ amr: ["pwd", name] });
    expect(Object.entries(signedInBy).filter(([, is]) => is)).toEqual([[flag, true]]);
  });

  it("knows none of a password", () => {
    expect(Object.values(of({}).signedInBy)).not.toContain(true);
  });
});

describe("acting as somebody", () => {
  it("shows by the actor", () => {
    expect(of({}).isImpersonated).toBe(false);
    expect(of({ actor: { id: "1", name: "Anna" } }).isImpersonated).toBe(true);
  });
});

describe("services", () => {
  it("normalises labels", () => {
    expect(normalLabel("begreppa-skola-2")).toBe("begreppa");
    expect(normalLabel("polylino-school")).toBe("polyglutt-school");
    expect(normalLabel("polylino")).toBe("polylino");
  });

  it("names each once", () => {
    const subscriptions = [{ type: "begreppa-a" }, { type: "begreppa-b" }, { type: "sondo" }];
    expect(of({ subscriptions }).services).toEqual(["begreppa", "sondo"]);
  });
});
