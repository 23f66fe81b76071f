import { eventOfCaller, requirePassword } from "~/services/.server/auth/oauth/caller-checks";
import type { FreshFactor } from "~/services/.server/auth/second-factors/fresh-factor";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import { authoriseInPerson, requireOwnAccount } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { authContracts } from "~/services/contracts/auth";
import { validationError } from "~/services/contracts/service-error";
import type { Limits } from "./limits";
import { checkOwnPassword, type Passwords } from "./passwords";

type Deps = { passwords: Passwords; limits: Limits; sessions: Sessions; events: Events; freshFactor: FreshFactor };

/** A user changes their own password. */
export function passwordEndpoints(deps: Deps): Endpoints<Pick<typeof authContracts, "changePassword">> {
  const { passwords, sessions, events, freshFactor } = deps;
  return {
    changePassword: endpoint({
      contract: authContracts.changePassword,
      async authorise(_input, caller) {
        const { self } = authoriseInPerson(caller);
        requireOwnAccount(self, "A shared account's password is set by its school");
        await freshFactor.require(caller);
        return { self };
      },
      async handle({ body }, { self }, caller) {
        await requirePassword(caller, self.person, body.currentPassword, deps);
        if (body.password === body.currentPassword) {
          throw validationError([{ attribute: "password", reason: "Must differ" }]);
        }
        checkOwnPassword(body.password, self.person);
        await passwords.set(caller.realm, self.uid, body.password, { temporary: false });
        await sessions.endAll(caller.realm, self.uid, "password_changed", { keep: self.sessionId });
        await events.add({ ...eventOfCaller(caller), kind: "password_changed" });
        return { status: 204, body: undefined };
      },
    }),
  };
}
