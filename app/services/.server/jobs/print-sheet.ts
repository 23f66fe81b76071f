import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { dayIn, realmRow } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import { type Access, visibleGroups, visiblePlaces } from "~/services/.server/directory/access";
import { readPeopleFilters } from "~/services/.server/directory/lists/list-filters";
import type { Person, PersonGroup } from "~/services/.server/directory/people/people-store";
import { badgeAddress } from "~/services/contracts/badge";
import type { JobRequest, Selection } from "~/services/contracts/jobs";
import { openFile } from "./file-writer";
import { type StoredJob, sealedTargets } from "./job-store";
import { safeFileName } from "./rules";
import { printBadges, printPasswords, type SheetPerson, sheetKind } from "./sheets";

/** Prints credentials issued by a job: slips with passwords, or badges. */

type SheetRequest = Extract<JobRequest, { kind: "passwords" | "badges" }>;

type SheetRun = {
  secrets: SecretBox;
  database: Database;
  job: StoredJob;
  access: Access;
  /** At most 100 people; deleted ones are omitted. */
  findPeople(database: Database, access: Access, uids: string[]): Promise<Map<string, Person>>;
};

const maxPeople = 100;

/** Writes the file and returns its metadata; null if no credentials were issued. */
export async function printSheet(
  run: SheetRun,
  request: SheetRequest,
): Promise<{ name: string; type: string; size: number } | null> {
  const people = sorted(await peopleOnSheet(run, request), run.job);
  if (people.length === 0) return null;
  const file = await openFile(run.database, run.job.id);
  const print = request.kind === "badges" ? printBadges : printPasswords;
  await print(file.stream, people, request.words);
  const size = await file.end();
  return {
    name: sheetFileName(request.fileName, people, dayIn(run.job.realm, new Date())),
    type: "application/pdf",
    size,
  };
}

async function peopleOnSheet(
  { secrets, database, job, access, findPeople }: SheetRun,
  request: SheetRequest,
): Promise<SheetPerson[]> {
  const people: SheetPerson[] = [];
  const targets = await sealedTargets(database, job.id);
  for (let start = 0; start < targets.length; start += maxPeople) {
    const part = targets.slice(start, start + maxPeople);
    const uids = part.map((target) => target.uid);
    const peopleByUid = await findPeople(database, access, uids);
    const groups = await groupsOnSheet(database, access, request.selection, [...peopleByUid.values()]);
    for (const target of part) {
      const person = peopleByUid.get(target.uid);
      const secret = target.secret && secrets.open(target.secret);
      if (!person || !secret) continue;
      const group = groups.get(person.uid) ?? null;
      const places = visiblePlaces(access, person);
      const school = places.find(({ id }) => id === group?.organizationId) ?? places[0] ?? null;
      people.push({
        name: person.name,
        username: person.username,
        group: group?.name ?? null,
        school: school?.name ?? null,
        secret: request.kind === "badges" ? badgeAddress(job.origin, secret) : secret,
        kind: sheetKind(person),
      });
    }
  }
  return people;
}

/** Sorts by school, class and name, with the country's collation. */
function sorted(people: SheetPerson[], job: StoredJob): SheetPerson[] {
  const { compare } = new Intl.Collator(realmRow(job.realm).locale.slice(0, 2), { numeric: true });
  const last = "\uffff";
  return people.sort(
    (one, other) =>
      compare(one.school ?? last, other.school ?? last) ||
      compare(one.group ?? last, other.group ?? last) ||
      compare(one.name, other.name),
  );
}

/** File name: the class if there is only one, at one school, else the school if there is only one, then the date. */
export function sheetFileName(
  name: string,
  people: readonly Pick<SheetPerson, "group" | "school">[],
  day: string,
): string {
  const only = (values: (string | null)[]) => (new Set(values).size === 1 ? values[0] : null);
  const isOneSchool = new Set(people.map(({ school }) => school)).size === 1;
  const group = isOneSchool ? only(people.map((person) => person.group)) : null;
  const whose = group ?? only(people.map(({ school }) => school));
  return `${safeFileName([name, whose, day].filter(Boolean).join(" "))}.pdf`;
}

/**
 * The group that each person is listed under on a sheet, by uid: the group that the list was filtered by, else their first class, else
 * their first group (a pupil of 4A and the choir is looked for in 4A). Groups that the caller may not see are omitted.
 */
async function groupsOnSheet(
  database: Database,
  access: Access,
  selection: Selection,
  people: readonly Person[],
): Promise<Map<string, PersonGroup>> {
  const groupsByPerson = people.map((person) => ({ uid: person.uid, groups: visibleGroups(access, person) }));
  const filtered = "match" in selection ? readPeopleFilters(selection.match.filters).groupUid : undefined;
  const uids = [...new Set(groupsByPerson.flatMap(({ groups }) => groups.map(({ uid }) => uid)))];
  const { rows } = await database.execute<{ uid: string }>(sql`
    select uid from directory.groups where type = 'class' and uid = any(${sql.param(uids)}::uuid[])`);
  const classes = new Set(rows.map(({ uid }) => uid));
  const named = groupsByPerson.flatMap(({ uid, groups }) => {
    const own =
      groups.find((group) => group.uid === filtered) ?? groups.find((group) => classes.has(group.uid)) ?? groups[0];
    return own ? [[uid, own] as const] : [];
  });
  return new Map(named);
}
