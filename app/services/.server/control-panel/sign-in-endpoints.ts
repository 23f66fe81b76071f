import type { AuditAct } from "../../contracts/audit-acts";
import type { ControlPanelContracts } from "../../contracts/control-panel";
import { formMessages } from "../../contracts/form-messages";
import { conflict, forbidden, notFound } from "../../contracts/service-error";
import { writeAudit } from "../directory/audit-store";
import { type Action, mayOnPerson } from "../directory/permissions";
import { anyCaller, type Caller, type Endpoints } from "../endpoint";
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
    if (!mayOnPerson(looked.sight, action)) throw forbidden(formMessages.insufficientPermission);
    return looked;
  }

  async function note({ database, access, person }: Looked, action: AuditAct): Promise<void> {
    const organizationUid = person.places[0]?.uid ?? null;
    await writeAudit(database, access, [{ action, subjectType: "user", subjectUid: person.uid, organizationUid }]);
  }

  return {
    getUserSessions: {
      contract: contracts.getUserSessions,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { access, person } = await lookFor(caller, params.id, "ViewLogOut");
        return { status: 200, body: { data: await credentials.listSessions(access.realm, person.uid) } };
      },
    },

    endUserSessions: {
      contract: contracts.endUserSessions,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const looked = await lookFor(caller, params.id, "ViewLogOut");
        await credentials.endSessions(looked.access.realm, looked.person.uid);
        await note(looked, "user.sessions_ended");
        return { status: 204, body: undefined };
      },
    },

    endUserSession: {
      contract: contracts.endUserSession,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const looked = await lookFor(caller, params.id, "ViewLogOut");
        const isEnded = await credentials.endSession(looked.access.realm, looked.person.uid, params.sessionId);
        if (!isEnded) throw notFound();
        await note(looked, "user.sessions_ended");
        return { status: 204, body: undefined };
      },
    },

    issueBadge: {
      contract: contracts.issueBadge,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const looked = await lookFor(caller, params.id, "EditBadge");
        const [badge] = await credentials.issueBadges(looked.access.realm, [looked.person.uid]);
        if (!badge) throw conflict(formMessages.conflict);
        await note(looked, "user.badge_issued");
        return { status: 200, body: { data: { token: badge.token } } };
      },
    },

    voidBadge: {
      contract: contracts.voidBadge,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const looked = await lookFor(caller, params.id, "EditBadge");
        await credentials.voidBadges(looked.access.realm, [looked.person.uid]);
        await note(looked, "user.badge_voided");
        return { status: 204, body: undefined };
      },
    },
  };
}
