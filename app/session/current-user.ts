import { hasFeature, type Realm } from "~/realms/realm";
import { normalLabel } from "~/services/contracts/service-labels";

export { normalLabel };

/**
 * Derives roles and flags of the signed-in user by the rules of docs/product/shell.md#roles and
 * docs/product/control-panel.md#states. Pure.
 */

export type Role = "admin" | "employee" | "guardian" | "student";

/** A user as described by the sign-in service: partly from tokens, partly read at every request. */
export type Identity = {
  realm: Realm;
  uid: string;
  name: string;
  preferredName: string | null;
  username: string;
  email: string | null;
  sharedAccount: boolean;
  roles: readonly Role[];
  scopes: readonly string[];
  subscriptions: ReadonlyArray<{ type: string }>;
  amr: readonly string[];
  acr: string | null;
  /** Seconds since the epoch. */
  authTime: number;
  /** The impersonating user, if any. */
  actor: { id: string; name: string } | null;
  /** Whether the control panel requires a second factor first. */
  mustStepUp?: boolean;
};

/** Sign-in methods that are treated differently, by their names in `amr`. */
const signInMethods = {
  gar: "gar",
  akBibliotheken: "ak-bibliotheken",
  domino: "domino",
  vidis: "vidis",
  qr: "qr",
} as const;
export type SignInMethodName = keyof typeof signInMethods;

export type CurrentUser = Identity & {
  isEmployee: boolean;
  isStudent: boolean;
  isGuardian: boolean;
  isAdmin: boolean;
  isSuperUser: boolean;
  isConsumer: boolean;
  isSecureLogin: boolean;
  /** A second factor would unlock something, and the country offers it. */
  canEscalate: boolean;
  /** May prove a second factor here: `canEscalate`, and also super users, who count as secure without it because of their scope. */
  mayStepUp: boolean;
  isImpersonated: boolean;
  signedInBy: Record<SignInMethodName, boolean>;
  /** Names of the services included in the subscriptions, normalised. */
  services: readonly string[];
};

/** The assurance level after two factors. */
const secureLevel = "secure";

export function currentUser(identity: Identity): CurrentUser {
  const isSuperUser = hasScope(identity, `ilt.user.${identity.realm}.write`);
  const isSecureLogin = isSuperUser || identity.acr === secureLevel;
  const signedInBy = {
    gar: identity.amr.includes(signInMethods.gar),
    akBibliotheken: identity.amr.includes(signInMethods.akBibliotheken),
    domino: identity.amr.includes(signInMethods.domino),
    vidis: identity.amr.includes(signInMethods.vidis),
    qr: identity.amr.includes(signInMethods.qr),
  };
  // The spread must be last: in front it gives each object a different hidden class in V8, at forty times the cost.
  return {
    isEmployee: hasRole(identity, "admin") || hasRole(identity, "employee"),
    isStudent: hasRole(identity, "student"),
    isGuardian: hasRole(identity, "guardian"),
    isAdmin: hasRole(identity, "admin"),
    isSuperUser,
    isConsumer: isConsumer(identity),
    isSecureLogin,
    canEscalate: !isSecureLogin && hasFeature(identity.realm, "escalateLogin"),
    mayStepUp: mayStepUp(identity, isSuperUser),
    isImpersonated: identity.actor !== null,
    signedInBy,
    services: [...new Set(identity.subscriptions.map(({ type }) => normalLabel(type)))],
    ...identity,
  };
}

/**
 * Employees and admins, never while impersonating; also repeatedly, for actions that require a recent proof.
 * docs/product/choices.md#who-and-where.
 */
function mayStepUp(identity: Identity, isSuperUser: boolean): boolean {
  const isStaff = isSuperUser || hasRole(identity, "admin") || hasRole(identity, "employee");
  return isStaff && identity.actor === null && hasFeature(identity.realm, "escalateLogin");
}

export function hasRole({ roles }: Pick<Identity, "roles">, role: Role): boolean {
  return roles.includes(role);
}

export function hasScope({ scopes }: Pick<Identity, "scopes">, scope: string): boolean {
  return scopes.includes(scope);
}

/** A family that bought its own subscription: one subscription, a consumer's, and guardian as the only role. */
export function isConsumer({ subscriptions, roles }: Pick<Identity, "subscriptions" | "roles">): boolean {
  const [subscription, ...others] = subscriptions;
  const isOnlyGuardian = roles.length === 1 && roles[0] === "guardian";
  return subscription !== undefined && others.length === 0 && subscription.type.endsWith("consumer") && isOnlyGuardian;
}
