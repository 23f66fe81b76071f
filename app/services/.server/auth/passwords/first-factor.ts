import type { Badges } from "~/services/.server/auth/badges/badges";
import type { LibraryCards } from "~/services/.server/auth/badges/library-cards";
import type { PictureCodes } from "~/services/.server/auth/pictures/picture-codes";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import { badgeAmr, pictureMethod } from "~/services/.server/dispatch/caller";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { deviceField } from "~/services/contracts/known-device";
import { readPictureSecret } from "~/services/contracts/picture-code";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import { readUsername } from "~/services/contracts/typed-text";
import type { KnownDevices } from "./known-devices";
import type { Guess, Limits } from "./limits";
import { checkOwnPassword, type Passwords, type StoredPassword } from "./passwords";

/** First factors: badge, library card, picture code or password, chosen by the form's fields. */

export type SignInFields = Record<string, string>;
/** `methods` are added to `amr`. */
type FirstFactor = { person: IdentifiedPerson; methods: string[] };

type FirstFactorDeps = {
  identity: IdentityDirectory;
  sessions: Sessions;
  passwords: Passwords;
  badges: Badges;
  libraryCards: LibraryCards;
  pictureCodes: PictureCodes;
  devices: Pick<KnownDevices, "find">;
  limits: Limits;
  events: Events;
};

export function createFirstFactor(deps: FirstFactorDeps) {
  return async function proveFirst(form: SignInFields, context: RawContext): Promise<FirstFactor> {
    if (form.badge !== undefined) return { person: await deps.badges.prove(form.badge, context), methods: [badgeAmr] };
    if (form.card !== undefined) {
      const card = { number: form.card, pin: form.pin ?? "", device: form[deviceField] };
      const person = await deps.libraryCards.prove(card, context);
      return { person, methods: ["ak-bibliotheken"] };
    }
    const pictures = readPictureSecret(form.password ?? "");
    if (pictures !== null) {
      const person = await deps.pictureCodes.prove(readUsername(form.username ?? ""), pictures, context);
      return { person, methods: [pictureMethod] };
    }
    return { person: await provePassword(form, context), methods: ["pwd"] };
  };

  /** @throws ServiceError 400 ValidationError, 401 invalid_credentials, 403 password_change_required, 429 */
  async function provePassword(form: SignInFields, context: RawContext): Promise<IdentifiedPerson> {
    const { realm, ipAddress } = context;
    const username = readUsername(form.username ?? "");
    const password = form.password ?? "";
    const missing = [
      ...(username ? [] : [{ attribute: "username", reason: "Mandatory" }]),
      ...(password ? [] : [{ attribute: "password", reason: "Mandatory" }]),
    ];
    if (missing.length > 0) throw validationError(missing);

    const person = await deps.identity.findByUsername(realm, username);
    const mayEnter = person?.status === "active" ? person : null;
    const [isKnownHere, stored] = await Promise.all([
      deps.sessions.hasBegunFrom(realm, person?.uid ?? null, ipAddress),
      deps.passwords.find(realm, mayEnter?.uid ?? null),
    ]);
    const device = deps.devices.find(form[deviceField], realm, person?.uid ?? null);
    // By the stored name, so that no spelling of it has counters of its own.
    const guess: Guess = { realm, account: person?.username ?? username, ipAddress, isKnownHere, device };
    await deps.limits.countGuess(guess);

    const outcome = await deps.passwords.compare(stored, password.slice(0, 1024));
    // Staff set a shared account's password, so it need not be changed and does not expire. docs/product/control-panel.md#users.
    const isGivenForGood = mayEnter?.sharedAccount === true && (outcome === "temporary" || outcome === "expired");
    if (!mayEnter || (outcome !== "right" && outcome !== "temporary" && !isGivenForGood)) {
      await deps.events.add({
        ...context,
        kind: "sign_in_refused",
        uid: person?.uid ?? null,
        details: { reason: person && !mayEnter ? person.status : outcome },
      });
      throw wrongPassword();
    }
    await deps.limits.forgiveGuess(guess);
    if (outcome === "temporary" && !isGivenForGood && stored) {
      await changeTemporaryPassword(mayEnter, stored, password, form, context);
    }
    return mayEnter;
  }

  /** An initial or reset password must be changed before the login succeeds. docs/security.md, line 22. */
  async function changeTemporaryPassword(
    person: IdentifiedPerson,
    stored: StoredPassword,
    old: string,
    form: SignInFields,
    context: RawContext,
  ): Promise<void> {
    const fresh = form.new_password;
    if (!fresh) throw new ServiceError(403, "password_change_required", "Choose a password of your own");
    if (fresh === old) throw validationError([{ attribute: "newPassword", reason: "Must differ" }]);
    checkOwnPassword(fresh, person);
    if (!(await deps.passwords.replaceTemporary(context.realm, person.uid, stored, fresh))) throw wrongPassword();
    await deps.events.add({ ...context, kind: "password_changed", uid: person.uid });
  }
}

function wrongPassword(): ServiceError {
  return new ServiceError(401, "invalid_credentials", "Wrong username or password");
}
