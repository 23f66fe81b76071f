import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { changedValues } from "~/services/.server/directory/audit/changed-values";
import { explainRefusal, violatedUnique } from "~/services/.server/directory/database-conflicts";
import { columnsOf } from "~/services/.server/directory/lists/table-columns";
import { type PersonType, splitName } from "~/services/.server/directory/rules";
import { users } from "~/services/.server/directory/tables";
import { notFound, staleVersion } from "~/services/contracts/service-error";
import { leavePlaces, writePlaces } from "./many-people";
import type { PersonColumns, PlaceWrite } from "./person-columns";
import { conflictOf, type Identified } from "./taken-identifiers";

/** Reads, creates and changes single people. */

export type PersonPlace = {
  id: number;
  uid: string;
  name: string;
  role: PersonType;
  admin: boolean;
  active: boolean;
  addToSubSchools: boolean;
  /** Whether the organisation has badge login enabled. */
  qrCodeLoginEnabled: boolean;
  /** Whether the organisation has picture login enabled. */
  pictureLoginEnabled: boolean;
  /** Ids of the organisation and all its ancestors. */
  above: number[];
};

export type PersonGroup = { id: number; uid: string; name: string; organizationId: number };

export type Person = Omit<
  typeof users.$inferSelect,
  "createdAt" | "updatedAt" | "deletedAt" | "statusBefore" | "deletedWith"
> & {
  deletedAt: string | null;
  lastSignInAt: string | null;
  places: PersonPlace[];
  groups: PersonGroup[];
  /** For a guardian: ids of their pupils' groups. */
  groupsOfPupils: number[];
  /** For a guardian: the organisations of their pupils. */
  placesOfPupils: { id: number; above: number[] }[];
  /** Organisations to which the person can come back, by restoring a membership, an organisation or a guardian's pupil. */
  restorablePlaces: { id: number; above: number[] }[];
  isPupilOfCaller: boolean;
};

const ownColumns = columnsOf(users, "u", ["createdAt", "updatedAt", "statusBefore", "deletedWith"]);

/** The columns of Person, selected from `directory.users u` and `joinRelations`. */
export const personColumns: SQL = sql`${ownColumns}, ties.is_pupil_of_caller as "isPupilOfCaller", last_sign_in.at as "lastSignInAt", ties.places, ties.groups,
  ties.groups_of_pupils as "groupsOfPupils", ties.places_of_pupils as "placesOfPupils", ties.restorable_places as "restorablePlaces"`;

/**
 * Joins the tables that `personColumns` needs in addition to `directory.users u`.
 * @param ids SQL array of the ids of all rows, so that one function call serves them all
 */
export function joinRelations(callerId: number, ids: SQL): SQL {
  return sql`left join lateral directory.ties_of(${ids}, ${callerId}) ties on ties.person_id = u.id
    left join directory.last_sign_ins last_sign_in on last_sign_in.user_id = u.id`;
}

/** People in the order of `ids`, in one query; unknown ids are skipped. */
export async function findPeople(
  within: Pick<Database, "execute">,
  ids: number[],
  callerId: number,
): Promise<Person[]> {
  const wanted = sql`${sql.param(ids)}::bigint[]`;
  const { rows } = await within.execute<Person>(sql`
    select ${personColumns} from unnest(${wanted}) with ordinality as wanted (id, place)
    join directory.users u on u.id = wanted.id ${joinRelations(callerId, wanted)} order by wanted.place`);
  return rows;
}

export type FindOptions = { type?: PersonType; withDeleted?: boolean };

/** null for an unknown person or another realm or type, and for a deleted one unless `withDeleted`. */
export async function findPerson(
  database: Database | Transaction,
  realm: Realm,
  uid: string,
  callerId: number,
  options: FindOptions = {},
): Promise<Person | null> {
  const type = options.type ? sql`and u.type = ${options.type}` : sql``;
  const notDeleted = options.withDeleted ? sql`` : sql`and u.status <> 'deleted'`;
  const { rows } = await database.execute<Person>(sql`
    select ${personColumns} from directory.users u ${joinRelations(callerId, sql`array[u.id]`)}
    where u.uid = ${uid} and u.realm = ${realm} ${type} ${notDeleted}`);
  return rows[0] ?? null;
}

export type NewPerson = {
  type: PersonType;
  columns: PersonColumns & { username: string; name: string };
  places: PlaceWrite[];
  /** Sets the initial password in the transaction that creates the person. */
  setPassword?: ((transaction: Transaction, uid: string) => Promise<void>) | undefined;
};

function withSplitName(columns: PersonColumns): PersonColumns {
  if (columns.name === undefined || columns.firstName !== undefined || columns.lastName !== undefined) return columns;
  return { ...columns, ...splitName(columns.name) };
}

/** Creates a person with associations. @throws ServiceError 409 with all values that are taken */
export async function createPerson(
  database: Database,
  access: Access,
  draft: NewPerson,
): Promise<{ id: number; uid: string }> {
  try {
    return await inTransaction(database, async (transaction) => {
      const columns = withSplitName(draft.columns) as NewPerson["columns"];
      const [made] = await transaction
        .insert(users)
        .values({ ...columns, realm: access.realm, type: draft.type })
        .returning({ id: users.id, uid: users.uid });
      if (!made) throw new Error("the new person was not returned");
      // Hashing is slow, so it runs before the organisations are locked: nobody waits for a person who does not exist yet.
      await draft.setPassword?.(transaction, made.uid);
      await writePlacesOf(transaction, access.realm, { id: made.id, type: draft.type }, draft.places);
      const subject = { subjectType: "user", subjectUid: made.uid } as const;
      await writeAudit(transaction, access, [
        { action: "user.created", ...subject, details: { type: draft.type } },
        ...(draft.setPassword ? [{ action: "user.password_set", ...subject } as const] : []),
      ]);
      return made;
    });
  } catch (error) {
    const organizations = draft.places.map(({ organizationId }) => organizationId);
    const { type, columns } = draft;
    throw await explain(database, { id: null, realm: access.realm, type, columns, organizations }, error);
  }
}

function writePlacesOf(
  transaction: Transaction,
  realm: Realm,
  { id, type }: { id: number; type: PersonType },
  places: readonly PlaceWrite[],
): Promise<void> {
  return writePlaces(
    transaction,
    realm,
    places.map((place) => ({ ...place, userId: id, role: type })),
  );
}

type PersonChange = {
  columns: PersonColumns;
  /** Replace the stored associations of the same organisations. */
  placesToWrite?: PlaceWrite[];
  /** Ids of organisations to remove the person from. */
  placesToLeave?: number[];
  /** Sets a password in the transaction that changes the person. */
  setPassword?: NewPerson["setPassword"];
  /** Attribute names for the audit log. */
  attributes: string[];
  /** The version that the client read; null skips the check. */
  expectedVersion: number | null;
};

/** @throws ServiceError 404 if the person is deleted, 412 if another user has changed them, 409 with all values that are taken */
export async function changePerson(
  database: Database | Transaction,
  access: Access,
  person: Pick<Person, "id" | "uid" | "type"> & Partial<Person>,
  change: PersonChange,
): Promise<void> {
  try {
    await inTransaction(database, async (transaction) => {
      const [updated] = await transaction
        .update(users)
        .set({ ...change.columns, version: sql`${users.version} + 1`, updatedAt: sql`now()` })
        .where(
          and(
            eq(users.id, person.id),
            sql`${users.status} <> 'deleted'`,
            change.expectedVersion === null ? undefined : eq(users.version, change.expectedVersion),
          ),
        )
        .returning({ id: users.id });
      if (!updated) {
        const [there] = await transaction
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, person.id), sql`${users.status} <> 'deleted'`));
        throw there ? staleVersion() : notFound();
      }
      // Hashing is slow, so it runs before the organisations are locked.
      await change.setPassword?.(transaction, person.uid);
      await writePlacesOf(transaction, access.realm, person, change.placesToWrite ?? []);
      await leavePlaces(
        transaction,
        (change.placesToLeave ?? []).map((id) => ({ userId: person.id, id })),
      );
      const details = { attributes: change.attributes };
      const subject = { subjectType: "user", subjectUid: person.uid } as const;
      await writeAudit(transaction, access, [
        { action: "user.changed", ...subject, details, changes: changedValues("user", person, change.columns) },
        ...(change.setPassword ? [{ action: "user.password_set", ...subject } as const] : []),
      ]);
    });
  } catch (error) {
    const { id, type } = person;
    const organizations = (change.placesToWrite ?? []).map(({ organizationId }) => organizationId);
    throw await explain(database, { id, realm: access.realm, type, columns: change.columns, organizations }, error);
  }
}

/** Translates a database error. For unique violations it reports all values that are taken, since the database reports only one. */
async function explain(database: Database | Transaction, person: Identified, error: unknown): Promise<unknown> {
  const isTaken = violatedUnique(error) !== null;
  return (isTaken ? await conflictOf(database, person) : null) ?? explainRefusal(error);
}
