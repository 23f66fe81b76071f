import type { Transaction } from "~/db/.server/connect";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { type Action, mayOnPerson } from "~/services/.server/directory/permissions";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import type { AuditAct } from "~/services/contracts/audit-acts";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, forbidden, notFound } from "~/services/contracts/service-error";
import type { ControlPanelDeps } from "./deps";
import { type Looked, lookAt } from "./people-endpoints";

/** Where a person is signed in, and the badge that signs a pupil in. Rulings, "Who and where": ViewLogOut; security.md, line 28. */

type SignInCalls = Pick<
  ControlPanelContracts,
  "getUserSessions" | "endUserSessions" | "endUserSession" | "issueBadge" | "voidBadge"
>;

export function createSignInEndpoints(
  deps: ControlPanelDeps,
  contracts: ControlPanelContracts,
): Endpoints<SignInCalls> {
  const { credentials } = deps;

  async function lookFor(caller: Caller, id: string, action: Action): Promise<Looked> {
    const looked = await lookAt(deps, caller, id);
    if (!mayOnPerson(looked.context, action)) throw forbidden(formMessages.insufficientPermission);
    return looked;
  }

  /** An act and its line in the log, or neither. security.md, line 26. */
  async function doNoted<Result>(
    { database, access, person }: Looked,
    action: AuditAct,
    act: (within: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const organizationUid = person.places[0]?.uid ?? null;
    return database.transaction(async (within) => {
      const result = await act(within);
      await writeAudit(within, access, [{ action, subjectType: "user", subjectUid: person.uid, organizationUid }]);
      return result;
    });
  }

  return {
    getUserSessions: unprovedEndpoint({
      contract: contracts.getUserSessions,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { access, person } = await lookFor(caller, params.id, "ViewLogOut");
        return { status: 200, body: { data: await credentials.listSessions(access.realm, person.uid) } };
      },
    }),

    endUserSessions: unprovedEndpoint({
      contract: contracts.endUserSessions,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const looked = await lookFor(caller, params.id, "ViewLogOut");
        await doNoted(looked, "user.sessions_ended", (within) =>
          credentials.endSessions(looked.access.realm, looked.person.uid, within),
        );
        return { status: 204, body: undefined };
      },
    }),

    endUserSession: unprovedEndpoint({
      contract: contracts.endUserSession,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const looked = await lookFor(caller, params.id, "ViewLogOut");
        await doNoted(looked, "user.sessions_ended", async (within) => {
          const { access, person } = looked;
          if (!(await credentials.endSession(access.realm, person.uid, params.sessionId, within))) throw notFound();
        });
        return { status: 204, body: undefined };
      },
    }),

    issueBadge: unprovedEndpoint({
      contract: contracts.issueBadge,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const looked = await lookFor(caller, params.id, "EditBadge");
        const token = await doNoted(looked, "user.badge_issued", async (within) => {
          const [badge] = await credentials.issueBadges(looked.access.realm, [looked.person.uid], within);
          if (!badge) throw conflict(formMessages.conflict);
          return badge.token;
        });
        return { status: 200, body: { data: { token } } };
      },
    }),

    voidBadge: unprovedEndpoint({
      contract: contracts.voidBadge,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const looked = await lookFor(caller, params.id, "EditBadge");
        await doNoted(looked, "user.badge_voided", (within) =>
          credentials.voidBadges(looked.access.realm, [looked.person.uid], within),
        );
        return { status: 204, body: undefined };
      },
    }),
  };
}
