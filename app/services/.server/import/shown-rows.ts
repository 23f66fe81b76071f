import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { type Access, visiblePlaces } from "~/services/.server/directory/access";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import { findPeople, type Person } from "~/services/.server/directory/people/people-store";
import { isPersonInScope, scopeOf } from "~/services/.server/directory/scope-query";
import { formMessages } from "~/services/contracts/form-messages";
import type { ImportRow } from "~/services/contracts/imports";
import { validationError } from "~/services/contracts/service-error";
import type { StoredImport } from "./imports-store";
import { readPlanContext } from "./plan-context";
import { planRow } from "./plan-row";
import { type RosterCells, readRosterRow } from "./roster";
import { recount } from "./rows-store";

/** Rows of an import as they go out, and the choices that are made of them. */

export type RowsQuery = {
  pageNumber: number;
  pageSize: number;
  outcome?: string | undefined;
  result?: string | undefined;
  undo?: string | undefined;
  undecided?: string | undefined;
};

type Row = Omit<ImportRow, "person" | "candidates" | "duplicateOf"> & {
  userId: number | null;
  candidates: number[];
  duplicateOf: ImportRow["duplicateOf"];
};

/** Only rows of people whom the caller has in scope now. */
export async function listRows(
  database: Database,
  access: Access,
  importId: string,
  { pageNumber, pageSize, outcome, result, undo, undecided }: RowsQuery,
): Promise<{ rows: ImportRow[]; total: number }> {
  const scope = scopeOf(access);
  const seen = scope
    ? sql`and (r.user_id is null or exists (select 1 from directory.users u where u.id = r.user_id and ${isPersonInScope(scope, sql`u`)}))`
    : sql``;
  const condition = sql`r.import_id = ${importId} and r.outcome is not null ${seen}
    ${outcome ? sql`and r.outcome = ${outcome}` : sql``} ${result ? sql`and r.result = ${result}` : sql``}
    ${undo ? sql`and r.undo = ${undo}` : sql``} ${undecided ? sql`and r.outcome = 'likely' and r.choice is null` : sql``}`;
  const { rows } = await database.execute<Row>(sql`
    select r.place, r.sheet, r.row, r.outcome, r.name, r.user_id as "userId", r.changes, r.problems, r.candidates, r.choice, r.result, r.undo,
      (select json_build_object('sheet', d.sheet, 'row', d.row) from imports.rows d
        where d.import_id = r.import_id and d.place = r.duplicate_of) as "duplicateOf"
    from imports.rows r where ${condition} order by r.place limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`);
  const counted = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from imports.rows r where ${condition}`,
  );
  const ids = [
    ...new Set(rows.flatMap(({ userId, candidates }) => [...(userId === null ? [] : [userId]), ...candidates])),
  ];
  const people = new Map((await findPeople(database, ids, access.userId)).map((person) => [person.id, person]));
  return { rows: rows.map((row) => shownRow(access, people, row)), total: counted.rows[0]?.total ?? 0 };
}

function shownRow(access: Access, people: Map<number, Person>, { userId, candidates, ...row }: Row): ImportRow {
  const person = userId === null ? undefined : people.get(userId);
  return {
    ...row,
    person: person ? named(person) : null,
    candidates: candidates.flatMap((id) => {
      const candidate = people.get(id);
      if (!candidate || !mayDoToPerson(access, candidate, "ViewUserInfo")) return [];
      const organizations = visiblePlaces(access, candidate).map(({ name }) => name);
      return [
        {
          ...named(candidate),
          organizations,
          groups: candidate.groups.map(({ name }) => name),
          email: candidate.email,
        },
      ];
    }),
  };
}

const named = ({ uid, type, name, username }: Person) => ({ id: uid, type, name, username });

type Choices = { choices: { place: number; choice: string | null }[]; rest?: "new" | undefined };

/**
 * Whoever is chosen is the one whom the row means from now on: the row is compared with them.
 * @throws ServiceError 400 for a person who is no candidate of the row
 */
export async function chooseRows(
  database: Database,
  access: Access,
  found: StoredImport,
  { choices, rest }: Choices,
): Promise<void> {
  const context = await readPlanContext(database, access, found.organizationId);
  for (const { place, choice } of choices) {
    if (choice === null || choice === "new") {
      await database.execute(sql`
        update imports.rows set choice = ${choice} where import_id = ${found.id} and place = ${place} and outcome = 'likely'`);
      continue;
    }
    const { rows } = await database.execute<{ cells: RosterCells; id: number }>(sql`
      select r.cells, u.id from imports.rows r join directory.users u on u.id = any (r.candidates) and u.uid = ${choice}::uuid
      where r.import_id = ${found.id} and r.place = ${place} and r.outcome = 'likely'`);
    const [row] = rows;
    const [person] = row ? await findPeople(database, [row.id], access.userId) : [];
    if (!row || !person) throw validationError([{ attribute: "choice", reason: formMessages.gone }]);
    const { plan, changes, mistakes, isForbidden } = planRow(
      context,
      readRosterRow(access.realm, row.cells, null),
      row.cells,
      person,
    );
    const problems = isForbidden
      ? [{ column: null, address: null, value: null, reason: formMessages.insufficientPermission, people: [] }]
      : mistakes;
    const outcome = isForbidden
      ? "refused"
      : mistakes.length > 0
        ? "wrong"
        : changes.length > 0
          ? "changed"
          : "unchanged";
    await database.execute(sql`
      update imports.rows set choice = ${choice}, outcome = ${outcome}, user_id = ${person.id}, plan = ${JSON.stringify(plan)}::jsonb,
        changes = ${JSON.stringify(changes)}::jsonb, problems = ${JSON.stringify(problems)}::jsonb, user_version = ${person.version},
        user_ties = directory.ties_print(${person.id})
      where import_id = ${found.id} and place = ${place}`);
  }
  if (rest) {
    await database.execute(sql`
      update imports.rows set choice = ${rest} where import_id = ${found.id} and outcome = 'likely' and choice is null`);
  }
  await recount(database, found.id);
}
