import { type Caller, type CallerUser, requireCaller } from "~/services/.server/directory/caller";
import type { Contract } from "~/services/contracts/contract";
import { formMessages } from "~/services/contracts/form-messages";
import { profileHeaderName } from "~/services/contracts/reader-profile";
import { forbidden } from "~/services/contracts/service-error";
import type { Access } from "./access";
import type { IdentifiedPerson } from "./identity";
import type { Family } from "./people/families";
import { mayChangeOwnEmail } from "./permissions";
import type { PersonType } from "./rules";

/**
 * The part of authorisation that concerns callers themselves: whether they act in person, and whether what they call their own is theirs to
 * use. `authorisation.ts` decides about others. A refusal is 403 `forbidden` with the given message.
 */

/** The caller's token or permissions. */
type Acting = Pick<CallerUser, "actor"> | Pick<Access, "actorUid">;

/**
 * Proves that nobody acts as the caller: a person who acts as another may neither change credentials and addresses nor read or leave
 * anything confidential. docs/security.md, line 27.
 */
export function requireInPerson(self: Acting, message?: string): void {
  const actor = "actor" in self ? self.actor : self.actorUid;
  if (actor !== null) throw forbidden(message);
}

/** `requireInPerson` for the caller of a service. @throws ServiceError 401 without a token, 403 while acting */
export function authoriseInPerson(caller: Caller): { self: CallerUser } {
  const self = requireCaller(caller);
  requireInPerson(self, "Not while acting as somebody");
  return { self };
}

/**
 * Refuses every call to a session of a picture code, except those whose contract has `opensToPictureCode`. docs/security.md, line 23.
 * @throws ServiceError 403
 */
export function requireOpenToPictureCode(
  { isReaderOnly }: Pick<CallerUser, "isReaderOnly">,
  { auth, opensToPictureCode }: Contract,
): void {
  if (isReaderOnly && auth === "bearer" && !opensToPictureCode) throw forbidden(formMessages.insufficientPermission);
}

/**
 * Refuses every call to a device joined to a child, except those whose contract has `opensToJoinedDevice`, and those for anybody but this
 * child. docs/security.md, line 35.
 * @param named what the call's parameters and headers name
 * @throws ServiceError 403
 */
export function requireOpenToJoinedDevice(
  { joinedProfileId, uid }: Pick<CallerUser, "joinedProfileId" | "uid">,
  { auth, path, headers, opensToJoinedDevice }: Contract,
  named: { params?: unknown; headers?: unknown },
): void {
  if (joinedProfileId === null || auth === "none" || auth === "country") return;
  const profile = (named.headers as Record<string, unknown> | undefined)?.[profileHeaderName];
  const isForReader = headers !== undefined && profileHeaderName in headers.shape;
  const { id } = (named.params ?? {}) as { id?: unknown };
  const isOfOther = path.includes("/user/:id") && id !== uid;
  if (!opensToJoinedDevice || isOfOther || (isForReader && profile !== joinedProfileId)) {
    throw forbidden(formMessages.insufficientPermission);
  }
}

/** A shared account has no owner, so its school manages what users otherwise manage themselves. docs/product/control-panel.md#users. */
export function requireOwnAccount(
  { person }: { person: Pick<IdentifiedPerson, "sharedAccount"> },
  message: string,
): void {
  if (person.sharedAccount) throw forbidden(message);
}

/** Whether the caller has marks and a shelf of their own: shared accounts do not, and nobody may change those of another person. */
export function hasOwnMarks({ person, actor }: CallerUser): boolean {
  return !person.sharedAccount && actor === null;
}

/** @throws ServiceError 403 without marks and a shelf of one's own */
export function requireOwnMarks(self: CallerUser): void {
  if (!hasOwnMarks(self)) throw forbidden();
}

/** @throws ServiceError 403 for what somebody else has written */
export function requireAuthor(isAuthor: boolean): void {
  if (!isAuthor) throw forbidden(formMessages.insufficientPermission);
}

/** @throws ServiceError 403 for everybody but pupils */
export function requirePupil({ person }: Pick<CallerUser, "person">): void {
  if (person.type !== "student") throw forbidden(formMessages.insufficientPermission);
}

/** @throws ServiceError 403 for whoever teaches no group */
export function requireOwnGroups({ person }: Pick<CallerUser, "person">): void {
  if (person.ownGroups.length === 0) throw forbidden();
}

/** @throws ServiceError 403 for people whose address their school manages */
export function requireOwnEmail(person: { type: PersonType; shared: boolean }): void {
  if (!mayChangeOwnEmail(person)) throw forbidden("The school keeps this address");
}

/** @param family the caller's, if there is one. @throws ServiceError 403 for everybody but an active family of the consumer market */
export function requireFamilyOf(family: Family | null | undefined): Family {
  if (family?.status !== "active") throw forbidden("Only a family pays for itself");
  return family;
}
