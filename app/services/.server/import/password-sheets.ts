import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { dayIn } from "~/realms/realm";
import type { CredentialService } from "~/services/.server/directory/identity";
import { inAlphabet } from "~/services/.server/directory/lists/list-grouping";
import type { PersonType } from "~/services/.server/directory/rules";
import { sheetFileName } from "~/services/.server/jobs/print-sheet";
import { printPasswords, sheetKind } from "~/services/.server/jobs/sheets";
import type { ImportDeps } from "./import-deps";
import { changeImport, clearParts, type StoredImport, unprinted } from "./import-store";
import { clearSecrets } from "./row-store";
import { partsWriter } from "./stored-file";

/** Sheets with the passwords that an import has generated, by the schools and classes that the import reaches, for the user who started it. docs/decisions/0045-imports-of-people.md. */

type PrintDeps = Pick<ImportDeps, "secrets" | "report">;

/**
 * Prints the generated passwords on sheets to cut, by class.
 * @returns false if they could not be printed, and `printAgain` prints them later
 */
export async function printSlips(deps: PrintDeps, database: Database, stored: StoredImport): Promise<boolean> {
  if (stored.passwords !== "generated") return true;
  try {
    await print(deps, database, stored);
    return true;
  } catch (error) {
    deps.report(error);
    return false;
  }
}

/** Prints the sheets of an import that has ended without them. */
export async function printAgain(deps: PrintDeps, database: Database, stored: StoredImport): Promise<void> {
  if (!(await printSlips(deps, database, stored))) return;
  await clearSecrets(database, stored.id);
  if (stored.error === unprinted) await changeImport(database, stored.id, { error: null });
}

/**
 * The sheets without the passwords that have been replaced since the import, which are marked; null if there are none, and for an import
 * that an older version has printed.
 */
export async function sheetsWithReplaced(
  deps: Pick<PrintDeps, "secrets"> & { credentials: Pick<CredentialService, "passwordTimes"> },
  database: Database,
  stored: StoredImport,
): Promise<Buffer | null> {
  if (!stored.sheetWords) return null;
  const people = await slipPeople(deps, database, stored);
  const times = await deps.credentials.passwordTimes(
    stored.realm,
    people.map(({ uid }) => uid),
  );
  const isReplaced = ({ uid, writtenAt }: (typeof people)[number]) => (times.get(uid) ?? writtenAt) > writtenAt;
  if (!people.some(isReplaced)) return null;
  const stream = new PassThrough();
  const [content] = await Promise.all([
    buffer(stream),
    printPasswords(
      stream,
      people.map((person) => ({ ...person, isReplaced: isReplaced(person) })),
      stored.sheetWords.words,
    ),
  ]);
  return content;
}

async function print(deps: PrintDeps, database: Database, stored: StoredImport): Promise<void> {
  if (!stored.sheetWords) return;
  const people = await slipPeople(deps, database, stored);
  if (people.length === 0) return;
  await clearParts(database, stored.id, "slips");
  const stream = partsWriter(database, deps.secrets, stored.id, "slips");
  const finished = new Promise<void>((resolve, reject) => stream.on("finish", resolve).on("error", reject));
  await Promise.all([
    finished,
    printPasswords(stream, people, stored.sheetWords.words).then(() => stream.writableEnded || stream.end()),
  ]);
  const name = sheetFileName(stored.sheetWords.fileName, people, dayIn(stored.realm, new Date()));
  await changeImport(database, stored.id, { slips: { name, size: stream.bytesStored } });
}

async function slipPeople(
  { secrets }: Pick<PrintDeps, "secrets">,
  database: Database,
  { id, realm }: Pick<StoredImport, "id" | "realm">,
) {
  const { rows } = await database.execute<{
    uid: string;
    writtenAt: string;
    name: string;
    username: string;
    group: string | null;
    school: string | null;
    shared: boolean;
    type: PersonType;
    secret: Buffer;
  }>(sql`
    select u.uid, to_char(r.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "writtenAt",
      u.name, u.username, u.shared, u.type, r.secret, own.name as "group", coalesce(own.school, place.school) as school
    from imports.rows r join directory.users u on u.uid = r.person_uid join imports.imports i on i.id = r.import_id
    left join lateral (
      select g.name, o.name as school from directory.memberships m
      join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
      join directory.organizations o on o.id = g.organization_id and o.status <> 'deleted'
      join directory.organization_closure c on c.ancestor_id = i.organization_id and c.descendant_id = o.id
      where m.user_id = u.id order by g.type = 'class' desc, ${inAlphabet(realm, sql`g.name`)}, o.name limit 1) own on true
    left join lateral (
      select o.name as school from directory.associations a
      join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'
      join directory.organization_closure c on c.ancestor_id = i.organization_id and c.descendant_id = o.id
      where a.user_id = u.id and a.active order by o.name limit 1) place on true
    where r.import_id = ${id} and r.result = 'created' and r.secret is not null
    order by ${inAlphabet(realm, sql`coalesce(own.school, place.school)`)} nulls last, ${inAlphabet(realm, sql`own.name`)} nulls last, ${inAlphabet(realm, sql`u.name`)}, u.id`);
  return rows.flatMap(({ secret, writtenAt, ...person }) => {
    const password = secrets.open(secret);
    return password === null
      ? []
      : [{ ...person, writtenAt: new Date(writtenAt), kind: sheetKind(person), secret: password }];
  });
}
