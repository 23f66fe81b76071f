import { describe, expect, it } from "vitest";
import { realms } from "~/realms/realm";
import { currentUser, hasRole, hasScope, type Identity, normalLabel } from "./current-user";

const pupil: Identity = {
  realm: "se",
  uid: "u-1",
  name: "Elsa Berg",
  preferredName: null,
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
  it("an employee and an administrator are employees, a student and a guardian are not", () => {
    expect(of({ roles: ["employee"] }).isEmployee).toBe(true);
    expect(of({ roles: ["admin"] }).isEmployee).toBe(true);
    expect(of({ roles: ["student", "guardian"] }).isEmployee).toBe(false);
  });

  it.each([
    ["student", "isStudent"],
    ["guardian", "isGuardian"],
    ["admin", "isAdmin"],
  ] as const)("the flag of %s is set by that role only", (role, flag) => {
    expect(of({ roles: [role] })[flag]).toBe(true);
    expect(of({ roles: ["employee"] })[flag]).toBe(false);
  });

  it("hasRole and hasScope compare whole values", () => {
    expect(hasRole(pupil, "student")).toBe(true);
    expect(hasRole(pupil, "admin")).toBe(false);
    expect(hasScope(pupil, "profile")).toBe(true);
    expect(hasScope(pupil, "prof")).toBe(false);
  });
});

describe("super users", () => {
  it("have the super user scope of their realm", () => {
    expect(of({ scopes: ["openid", "ilt.user.se.write"] }).isSuperUser).toBe(true);
    expect(of({ scopes: ["openid", "ilt.user.fr.write"] }).isSuperUser).toBe(false);
  });
});

describe("secure login", () => {
  it("requires a second factor or a super user", () => {
    expect(of({}).isSecureLogin).toBe(false);
    expect(of({ acr: "secure" }).isSecureLogin).toBe(true);
    expect(of({ acr: null }).isSecureLogin).toBe(false);
    expect(of({ scopes: ["ilt.user.se.write"] }).isSecureLogin).toBe(true);
  });

  it("can be reached by escalation only in Sweden and only without a secure login", () => {
    for (const realm of realms) expect(of({ realm }).canEscalate).toBe(realm === "se");
    expect(of({ acr: "secure" }).canEscalate).toBe(false);
    expect(of({ scopes: ["ilt.user.se.write"] }).canEscalate).toBe(false);
  });
});

describe("second factor", () => {
  const actor = { id: "1", name: "Anna" };
  const superScope = ["ilt.user.se.write"];

  it("can be proved by staff and super users in Sweden, and not while acting as another user", () => {
    for (const roles of [["employee"], ["admin"]] as const) expect(of({ roles }).mayStepUp).toBe(true);
    for (const roles of [["student"], ["guardian"]] as const) expect(of({ roles }).mayStepUp).toBe(false);
    expect(of({ roles: [], scopes: superScope }).mayStepUp).toBe(true);
    // Again, because some actions require a recent proof.
    expect(of({ roles: ["employee"], acr: "secure" }).mayStepUp).toBe(true);
    expect(of({ roles: ["employee"], scopes: superScope, actor }).mayStepUp).toBe(false);
    for (const realm of realms) expect(of({ realm, roles: ["employee"] }).mayStepUp).toBe(realm === "se");
  });
});

describe("consumer market", () => {
  const family: Partial<Identity> = { roles: ["guardian"], subscriptions: [{ type: "fabel-consumer" }] };

  it("requires exactly one subscription that ends in consumer and only the role guardian", () => {
    expect(of(family).isConsumer).toBe(true);
    expect(of({ ...family, roles: ["guardian", "employee"] }).isConsumer).toBe(false);
    expect(of({ ...family, roles: ["student"] }).isConsumer).toBe(false);
    expect(of({ ...family, roles: [] }).isConsumer).toBe(false);
    expect(of({ ...family, subscriptions: [] }).isConsumer).toBe(false);
    expect(of({ ...family, subscriptions: [{ type: "consumer-school" }] }).isConsumer).toBe(false);
    expect(of({ ...family, subscriptions: [{ type: "a-consumer" }, { type: "b-consumer" }] }).isConsumer).toBe(false);
  });
});

describe("sign-in methods", () => {
  it.each([
    ["gar", "gar"],
    ["ak-bibliotheken", "akBibliotheken"],
    ["domino", "domino"],
    ["vidis", "vidis"],
    ["qr", "qr"],
  ] as const)("include %s by amr", (name, flag) => {
    const { signedInBy } = of({ amr: ["pwd", name] });
    expect(Object.entries(signedInBy).filter(([, is]) => is)).toEqual([[flag, true]]);
  });

  it("are all false for a password", () => {
    expect(Object.values(of({}).signedInBy)).not.toContain(true);
  });
});

describe("acting as another user", () => {
  it("is detected by the actor", () => {
    expect(of({}).isImpersonated).toBe(false);
    expect(of({ actor: { id: "1", name: "Anna" } }).isImpersonated).toBe(true);
  });
});

describe("services", () => {
  it("have normalised labels", () => {
    expect(normalLabel("begreppa-skola-2")).toBe("begreppa");
    expect(normalLabel("polylino-school")).toBe("polyglutt-school");
    expect(normalLabel("polylino")).toBe("polylino");
  });

  it("are listed once each", () => {
    const subscriptions = [{ type: "begreppa-a" }, { type: "begreppa-b" }, { type: "sondo" }];
    expect(of({ subscriptions }).services).toEqual(["begreppa", "sondo"]);
  });
});
