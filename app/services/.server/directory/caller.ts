import type { Realm, Region } from "~/realms/realm";
import { unauthorized } from "~/services/contracts/service-error";
import type { IdentifiedPerson } from "./identity";

/** The person or program behind a call, as the service itself established it from the token. */
export type Caller = {
  realm: Realm;
  region: Region;
  /** Public origin that the caller sees, e.g. `http://localhost:3000`: from the token's issuer, else from the request. */
  origin: string;
  requestId: string;
  /** Address of the browser, for rate limits and the audit log; null for calls of our own jobs. */
  ipAddress: string | null;
  user: CallerUser | null;
};

export type CallerUser = {
  uid: string;
  /** The directory's current data of the user, read when the token was verified, for this request only. */
  person: IdentifiedPerson;
  /** Authentication context class; `secure` after a second factor. */
  acr: string | null;
  /** Seconds since the epoch. */
  authTime: number;
  sessionId: string;
  /** uid of the person who acts as this user. */
  actor: string | null;
  /** The session began with a picture code, which permits only the pupil's own reading. docs/security.md, line 23. */
  isReaderOnly: boolean;
  /** The child to whose joined device the session belongs; it permits only that child's reading. docs/security.md, line 35. */
  joinedProfileId: string | null;
  /** Whether that person is a super user. */
  actorIsSuper: boolean;
};

/** @throws ServiceError 401 for a call without a token */
export function requireCaller(caller: Caller): CallerUser {
  if (!caller.user) throw unauthorized();
  return caller.user;
}
