import type { Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { eventOfCaller, requirePassword } from "~/services/.server/auth/oauth/caller-checks";
import type { FreshFactor } from "~/services/.server/auth/second-factors/fresh-factor";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import { authoriseInPerson, requireOwnAccount } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { DueMails } from "~/services/.server/mail/due-mails";
import { queuePasswordMail } from "~/services/.server/mail/queue-mail";
import { authContracts } from "~/services/contracts/auth";
import { validationError } from "~/services/contracts/service-error";
import type { Limits } from "./limits";
import { checkOwnPassword, type Passwords } from "./passwords";

type Deps = {
  databases: Databases;
  passwords: Passwords;
  limits: Limits;
  sessions: Sessions;
  events: Events;
  freshFactor: FreshFactor;
  mails?: Pick<DueMails, "sendTo"> | undefined;
};

/** A user changes their own password. */
export function passwordEndpoints(deps: Deps): Endpoints<Pick<typeof authContracts, "changePassword">> {
  const { databases, passwords, sessions, events, freshFactor, mails } = deps;
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
        const { realm } = caller;
        await inTransaction(databases[caller.region], async (within) => {
          await passwords.set(realm, self.uid, body.password, { temporary: false, within });
          await queuePasswordMail(within, realm, self.uid);
        });
        await sessions.endAll(caller.realm, self.uid, "password_changed", { keep: self.sessionId });
        await events.add({ ...eventOfCaller(caller), kind: "password_changed" });
        void mails?.sendTo(realm, self.uid);
        return { status: 204, body: undefined };
      },
    }),
  };
}
