import type { Databases } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { events } from "~/services/.server/auth/tables";

export type AuthEvent = {
  realm: Realm;
  kind:
    | "signed_in"
    | "sign_in_refused"
    | "signed_out"
    | "stepped_up"
    | "step_up_refused"
    | "acting_began"
    | "acting_refused"
    | "code_reused"
    | "refresh_reused"
    | "sessions_ended"
    | "password_changed"
    | "parent_pin_changed"
    | "parent_pin_refused"
    | "second_factor_changed"
    | "external_linked"
    | "external_unlinked"
    | "sms_code_sent";
  uid?: string | null;
  actorUid?: string | null;
  sessionId?: string | null;
  ipAddress: string | null;
  requestId: string | null;
  /** Never contains a secret, a password or user input. */
  details?: Record<string, unknown>;
};

export type Events = { add(event: AuthEvent): Promise<void> };

/** The append-only log of logins and refusals; the database rejects updates and deletes. docs/security.md, line 26. */
export function createEvents(databases: Databases): Events {
  return {
    async add(event) {
      await databases[regionOf(event.realm)].insert(events).values(event);
    },
  };
}
