import type { Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { visiblePlaces } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { authoriseCaller, authorisePerson, type PersonProof } from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import type { Action } from "~/services/.server/directory/grants";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { AuditAction } from "~/services/contracts/audit-actions";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, notFound } from "~/services/contracts/service-error";
import type { ControlPanelDeps } from "./deps";

/**
 * Endpoints for a person's sessions and a pupil's badge and picture code. docs/product/choices.md#who-and-where: ViewLogOut;
 * docs/security.md, line 28.
 */

type SignInCalls = Pick<
  ControlPanelContracts,
  | "getUserSessions"
  | "endUserSessions"
  | "endUserSession"
  | "issueBadge"
  | "voidBadge"
  | "issuePictureCode"
  | "voidPictureCode"
>;

export function createSignInEndpoints(
  deps: ControlPanelDeps,
  contracts: ControlPanelContracts,
): Endpoints<SignInCalls> {
  const { credentials } = deps;

  const authorise = (action: Action) => (input: { params: { id: string } }, caller: Caller) =>
    authorisePerson(authoriseCaller(deps, caller), input.params.id, action);

  return {
    getUserSessions: endpoint({
      contract: contracts.getUserSessions,
      authorise: authorise("ViewLogOut"),
      async handle(_, { access, person }) {
        return { status: 200, body: { data: await credentials.listSessions(access.realm, person.uid) } };
      },
    }),

    endUserSessions: endpoint({
      contract: contracts.endUserSessions,
      authorise: authorise("ViewLogOut"),
      async handle(_, proof) {
        await doAudited(proof, "user.sessions_ended", (within) =>
          credentials.endSessions(proof.access.realm, proof.person.uid, within),
        );
        return { status: 204, body: undefined };
      },
    }),

    endUserSession: endpoint({
      contract: contracts.endUserSession,
      authorise: authorise("ViewLogOut"),
      async handle({ params }, proof) {
        await doAudited(proof, "user.sessions_ended", async (within) => {
          const { access, person } = proof;
          if (!(await credentials.endSession(access.realm, person.uid, params.sessionId, within))) throw notFound();
        });
        return { status: 204, body: undefined };
      },
    }),

    issueBadge: endpoint({
      contract: contracts.issueBadge,
      authorise: authorise("EditBadge"),
      async handle(_, proof) {
        const token = await doAudited(proof, "user.badge_issued", async (within) => {
          const [badge] = await credentials.issueBadges(proof.access.realm, [proof.person.uid], within);
          if (!badge) throw conflict(formMessages.conflict);
          return badge.token;
        });
        return { status: 200, body: { data: { token } } };
      },
    }),

    issuePictureCode: endpoint({
      contract: contracts.issuePictureCode,
      authorise: authorise("EditPictureCode"),
      async handle(_, proof) {
        const pictures = await doAudited(proof, "user.picture_code_issued", async (within) => {
          const made = await credentials.issuePictureCode(proof.access.realm, proof.person.uid, within);
          if (!made) throw conflict(formMessages.conflict);
          return made;
        });
        return { status: 200, body: { data: { pictures } } };
      },
    }),

    voidPictureCode: endpoint({
      contract: contracts.voidPictureCode,
      authorise: authorise("EditPictureCode"),
      async handle(_, proof) {
        await doAudited(proof, "user.picture_code_voided", (within) =>
          credentials.voidPictureCode(proof.access.realm, proof.person.uid, within),
        );
        return { status: 204, body: undefined };
      },
    }),

    voidBadge: endpoint({
      contract: contracts.voidBadge,
      authorise: authorise("EditBadge"),
      async handle(_, proof) {
        await doAudited(proof, "user.badge_voided", (within) =>
          credentials.voidBadges(proof.access.realm, [proof.person.uid], within),
        );
        return { status: 204, body: undefined };
      },
    }),
  };
}

/** Makes a change and writes its audit entry in one transaction. docs/security.md, line 26. */
async function doAudited<Result>(
  { database, access, person }: PersonProof,
  action: AuditAction,
  change: (within: Transaction) => Promise<Result>,
): Promise<Result> {
  const organizationUid = visiblePlaces(access, person)[0]?.uid ?? null;
  return inTransaction(database, async (within) => {
    const result = await change(within);
    await writeAudit(within, access, [{ action, subjectType: "user", subjectUid: person.uid, organizationUid }]);
    return result;
  });
}
