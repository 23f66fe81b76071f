import type { Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { addDays } from "~/realms/realm";
import {
  administeredBy,
  authoriseAdministrator,
  authoriseOrganization,
  authorisePerson,
  type CallerProof,
  requireSuperUser,
} from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { explainRefusal } from "~/services/.server/directory/database-conflicts";
import { readPeriodFilters } from "~/services/.server/directory/lists/list-filters";
import {
  findPeriod,
  type ListedPeriod,
  listPeriods,
  periodSortColumns,
} from "~/services/.server/directory/lists/period-list";
import {
  deletePeriod,
  type PeriodOwner,
  type PeriodWrite,
  wasDeletedPeriodOf,
  writePeriod,
} from "~/services/.server/directory/subscriptions/periods";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { trialDays } from "~/services/contracts/payment";
import { notFound, validationError } from "~/services/contracts/service-error";
import { type PeriodFields, periodFields } from "~/services/contracts/subscription-periods";
import type { CustomerManagementDeps } from "./deps";
import { type ManagementQuery, managementMetaOf, managementPagingOf } from "./list-query";

type PeriodCalls = Pick<
  CustomerManagementContracts,
  | "getUserPeriods"
  | "createUserPeriod"
  | "updateUserPeriod"
  | "deleteUserPeriod"
  | "getSchoolUnitPeriods"
  | "createSchoolUnitPeriod"
  | "updateSchoolUnitPeriod"
  | "deleteSchoolUnitPeriod"
>;

type OwnerProof = CallerProof & { owner: PeriodOwner };

/**
 * Endpoints for subscription periods of people and school units. Administrators can read those of their organisations; only super users can
 * write. docs/product/choices.md#who-and-where.
 */
export function periodEndpoints(
  deps: CustomerManagementDeps,
  contracts: CustomerManagementContracts,
): Endpoints<PeriodCalls> {
  return {
    getUserPeriods: endpoint({
      contract: contracts.getUserPeriods,
      authorise: (input, caller) => authoriseList(deps, input, caller),
      async handle({ query }, { database, scope }) {
        const page = await listPeriods(database, "user", { ...scope, ...managementPagingOf(query, periodSortColumns) });
        const data = page.rows.map((row) => ({ ...period(row), userUid: row.ownerUid }));
        return { status: 200, body: { data, meta: managementMetaOf(query, page.total, null, page.nextCursor) } };
      },
    }),
    createUserPeriod: endpoint({
      contract: contracts.createUserPeriod,
      authorise: ({ body }, caller) => authoriseOwner(deps, caller, "user", body.userUid),
      handle: ({ body }, proof) => create(proof, body),
    }),
    updateUserPeriod: endpoint({
      contract: contracts.updateUserPeriod,
      authorise: ({ params, body }, caller) => authoriseStored(deps, caller, "user", params.id, body),
      handle: ({ body }, proof) => update(proof, body),
    }),
    deleteUserPeriod: endpoint({
      contract: contracts.deleteUserPeriod,
      authorise: ({ params }, caller) => authoriseOwner(deps, caller, "user", params.ownerUid),
      handle: ({ params }, proof) => remove(proof, params.legacyId),
    }),
    getSchoolUnitPeriods: endpoint({
      contract: contracts.getSchoolUnitPeriods,
      authorise: (input, caller) => authoriseList(deps, input, caller),
      async handle({ query }, { database, scope }) {
        const page = await listPeriods(database, "organization", {
          ...scope,
          ...managementPagingOf(query, periodSortColumns),
        });
        const data = page.rows.map((row) => ({ ...period(row), schoolUnitUid: row.ownerUid }));
        return { status: 200, body: { data, meta: managementMetaOf(query, page.total, null, page.nextCursor) } };
      },
    }),
    createSchoolUnitPeriod: endpoint({
      contract: contracts.createSchoolUnitPeriod,
      authorise: ({ body }, caller) => authoriseOwner(deps, caller, "organization", body.schoolUnitUid),
      handle: ({ body }, proof) => create(proof, body),
    }),
    updateSchoolUnitPeriod: endpoint({
      contract: contracts.updateSchoolUnitPeriod,
      authorise: ({ params, body }, caller) => authoriseStored(deps, caller, "organization", params.id, body),
      handle: ({ body }, proof) => update(proof, body),
    }),
    deleteSchoolUnitPeriod: endpoint({
      contract: contracts.deleteSchoolUnitPeriod,
      authorise: ({ params }, caller) => authoriseOwner(deps, caller, "organization", params.ownerUid),
      handle: ({ params }, proof) => remove(proof, params.legacyId),
    }),
  };
}

function authoriseList(deps: CustomerManagementDeps, { query }: { query: ManagementQuery }, caller: Caller) {
  const proof = authoriseAdministrator(deps, caller);
  const { access } = proof;
  return {
    ...proof,
    scope: { realm: access.realm, within: administeredBy(access), filters: readPeriodFilters(query.filters) },
  };
}

/** @throws ServiceError 404 for an owner outside the scope, 403 unless the caller is a super user */
async function authoriseOwner(
  deps: CustomerManagementDeps,
  caller: Caller,
  kind: PeriodOwner["kind"],
  id: string,
): Promise<OwnerProof> {
  const proof = authoriseAdministrator(deps, caller);
  const { id: ownerId, uid } =
    kind === "user"
      ? (await authorisePerson(proof, id, "ViewUserInfo")).person
      : (await authoriseOrganization(proof, id, "EditOrganization")).organization;
  requireSuperUser(proof.access);
  return { ...proof, owner: { kind, id: ownerId, uid } };
}

/** The stored period and its owner. Read-only members are accepted if unchanged, otherwise 400. */
async function authoriseStored(
  deps: CustomerManagementDeps,
  caller: Caller,
  kind: PeriodOwner["kind"],
  legacyId: number,
  body: Record<string, unknown>,
): Promise<OwnerProof & { stored: ListedPeriod }> {
  const { database, access } = authoriseAdministrator(deps, caller);
  const stored = await findPeriod(database, access.realm, kind, legacyId);
  if (!stored) throw notFound();
  const proof = await authoriseOwner(deps, caller, kind, stored.ownerUid);
  const readOnly: Record<string, unknown> = {
    ...period(stored),
    [kind === "user" ? "userUid" : "schoolUnitUid"]: stored.ownerUid,
  };
  const changed = Object.keys(body).filter(
    (name) => !isWritten(name) && name !== "version" && body[name] !== undefined && body[name] !== readOnly[name],
  );
  if (changed.length > 0) {
    throw validationError(changed.map((attribute) => ({ attribute, reason: formMessages.incorrectFormat })));
  }
  return { ...proof, stored };
}

async function write({ database, access, owner }: OwnerProof, period: PeriodWrite): Promise<number> {
  const { endsOn, startsOn } = period;
  if (endsOn !== null && endsOn < startsOn) {
    // The bounds are inclusive, so a period may last one day.
    throw validationError([{ attribute: "end", reason: fillMessage("after", { date: addDays(startsOn, -1) }) }]);
  }
  try {
    return await inTransaction(database, (transaction: Transaction) => writePeriod(transaction, access, owner, period));
  } catch (error) {
    throw explainRefusal(error);
  }
}

async function create(proof: OwnerProof, { type, start, end, trial }: PeriodFields & { trial: boolean }) {
  const endsOn = trial ? addDays(start, trialDays - 1) : end;
  return { status: 201 as const, body: { legacyId: await write(proof, { type, startsOn: start, endsOn, trial }) } };
}

async function update(
  proof: OwnerProof & { stored: ListedPeriod },
  { type, start, end, version }: Partial<PeriodFields> & { version?: number | undefined },
) {
  const { stored } = proof;
  const legacyId = await write(proof, {
    legacyId: stored.legacyId,
    version,
    type: type ?? stored.type,
    startsOn: start ?? stored.start,
    endsOn: end === undefined ? stored.end : end,
  });
  return { status: 200 as const, body: { legacyId } };
}

async function remove({ database, access, owner }: OwnerProof, legacyId: number) {
  await inTransaction(database, async (transaction: Transaction) => {
    const isDone =
      (await deletePeriod(transaction, access, owner, legacyId)) ||
      (await wasDeletedPeriodOf(transaction, owner, legacyId));
    if (!isDone) throw notFound();
  });
  return { status: 204 as const, body: undefined };
}

function isWritten(name: string): boolean {
  return name in periodFields.shape;
}

function period({ legacyId, name, type, label, start, end, trial, active, version }: ListedPeriod) {
  return { uid: String(legacyId), legacyId, name, type, label, start, end, trial, active, version };
}
