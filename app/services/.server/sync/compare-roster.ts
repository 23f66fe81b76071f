import type { Database } from "~/db/.server/connect";
import type { SecretBox } from "~/security/secret-box.server";
import type { Access } from "~/services/.server/directory/access";
import { readImportScope } from "~/services/.server/import/import-scope";
import { changeImport, reportImport } from "~/services/.server/import/import-store";
import type { RowWithPlan } from "~/services/.server/import/plan-batch";
import { createIntake, type Intake } from "~/services/.server/import/preview";
import type { RosterRow } from "~/services/.server/import/roster-row";
import { insertRows, type NewRow } from "~/services/.server/import/row-store";
import { type JobCounts, log, type StoredSyncJob } from "./job-store";
import { logLeftOut } from "./left-out-log";
import { findOthers, findSyncedPeople, type KnownPerson, presentPeople } from "./people-store";
import { isCompleteRoster, type Roster, type RosterPerson } from "./roster/roster";
import {
  type ClassChanges,
  classChangesOf,
  groupIdsOf,
  mergedRoster,
  placesOfRoster,
  type RosterPlaces,
  rowOfPerson,
} from "./roster-places";
import type { ComparisonCounts } from "./sync-job.machine";
import { readKnown, readSyncSettings } from "./sync-store";

/**
 * Compares a source with the directory and stores the differences as the rows of an import; does not change the directory.
 * docs/product/control-panel.md#sync.
 */

/** Number of people that are looked up and planned per batch. */
const peopleAtOnce = 4000;
/** Maximum number of orphans listed by name; all are counted. */
const maxOrphans = 1000;

type Comparison = {
  counts: JobCounts;
  compared: ComparisonCounts;
  /** Stored for the next run: schools and classes that a delta may refer to by id only, and the places of the classes. */
  roster: ReturnType<typeof mergedRoster> & { places: { organizationId: number; name: string }[] };
};

type Work = {
  database: Database;
  job: StoredSyncJob;
  importId: string;
  places: RosterPlaces;
  intake: Intake;
  /** Source ids read so far, and people matched by some row. */
  present: { sourceIds: Set<string>; people: Set<number> };
  counts: JobCounts;
  updates: number;
  deactivations: number;
  /** Source ids of people who leave no class. */
  keptClasses: ReadonlySet<string>;
  /** Source ids of people who leave no school. */
  keptSchools: ReadonlySet<string>;
  /** Excludes the classes that nobody may leave. Call again at the end of the people: only then does a service name the last of them. */
  keepClasses(): Promise<void>;
  /** Whether a person of the sync must neither be changed nor removed. */
  leftAlone(sourceId: string): boolean;
  /** Class changes by the person's source id, for a delta with enrollment changes; else null. */
  changes: ReadonlyMap<string, ClassChanges> | null;
};

const noChanges: ClassChanges = { joined: [], left: [] };

/**
 * @returns null if the organisation is outside the starter's scope
 * @throws RosterSourceError if the source cannot be read to its end; the signal's reason once it is aborted
 */
export async function compareRoster(
  { database, secrets }: { database: Database; secrets: SecretBox },
  {
    job,
    importId,
    access,
    roster,
    signal,
  }: {
    job: StoredSyncJob;
    importId: string;
    access: Access;
    roster: Roster;
    signal: AbortSignal;
  },
): Promise<Comparison | null> {
  const scope = await readImportScope(database, access, job.organizationId);
  if (!scope) return null;
  const known = await readKnown(database, job.syncId);
  const { organizationMap } = await readSyncSettings(database, job.organizationId);
  const complete = roster.mode === "delta" ? mergedRoster(known, roster) : mergedRoster(emptyRoster, roster);
  const places = placesOfRoster(complete, scope, organizationMap, known.groupIds);
  // Without every row nobody can be said to have left a school or a class.
  const { organizations, groups } = isCompleteRoster(roster) ? places.managed : noPlaces;
  const managed = { organizations, groups: new Set(groups) };
  const keepClasses = async () => {
    for (const id of groupIdsOf(roster.refused?.classes ?? [], places, scope)) managed.groups.delete(id);
    await changeImport(database, importId, {
      managed: { organizations: [...organizations], groups: [...managed.groups] },
    });
  };
  await keepClasses();
  const work: Work = {
    ...{ database, job, importId, places, keepClasses, updates: 0, deactivations: 0 },
    changes: classChangesOf(roster, places),
    keptClasses: roster.refused?.classesOf ?? new Set<string>(),
    keptSchools: roster.refused?.schoolsOf ?? new Set<string>(),
    leftAlone: (id) => Boolean(roster.leftAlone?.has(id) || roster.refused?.people.has(id)),
    intake: createIntake(
      { secrets },
      database,
      importId,
      { access, scope, managed, groupChoices: new Map() },
      new Map(),
    ),
    present: { sourceIds: new Set(), people: new Set() },
    counts: { known: 0, matched: 0, unchanged: 0, orphans: 0, skipped: 0, refusedRows: 0 },
  };
  await addPeople(work, roster.people, signal);
  await addEnrollments(work);
  // The source was read to its end, so missing people are really gone, unless one of its rows could not be read.
  await addDeactivations(work, roster);
  if (roster.mode === "bulk") await addOrphans(work);
  await work.intake.finish({});
  const { counts, updates, deactivations } = work;
  counts.refusedRows = roster.refused?.number() ?? 0;
  await logLeftOut(database, job.id, { roster, skipped: counts.skipped, unknownSchools: places.unknown });
  return {
    counts,
    compared: { known: counts.known, matched: counts.matched, updates, deactivations },
    roster: { ...complete, places: [...places.groups.values()] },
  };
}

const noPlaces = { organizations: new Set<number>(), groups: new Set<number>() };
const emptyRoster = { organizations: [], groups: [] };

async function addPeople(work: Work, people: AsyncIterable<RosterPerson>, signal: AbortSignal): Promise<void> {
  let batch: RosterPerson[] = [];
  let repeated = 0;
  for await (const person of people) {
    signal.throwIfAborted();
    if (work.present.sourceIds.has(person.sourceId)) repeated += 1;
    else {
      work.present.sourceIds.add(person.sourceId);
      batch.push(person);
    }
    if (batch.length < peopleAtOnce) continue;
    await addBatch(work, batch);
    batch = [];
  }
  signal.throwIfAborted();
  await work.keepClasses();
  await addBatch(work, batch);
  if (repeated > 0) await log(work.database, work.job.id, "warning", "repeated", { number: repeated });
}

async function addBatch(work: Work, people: readonly RosterPerson[]): Promise<void> {
  const { database, job, intake, counts } = work;
  if (people.length === 0) return;
  const known = new Map<string, KnownPerson>();
  const ids = people.map(({ sourceId }) => sourceId);
  for (const each of await findSyncedPeople(database, job.syncId, ids)) known.set(each.sourceId, each);
  const rows: RosterRow[] = [];
  for (const person of people) {
    const of = known.get(person.sourceId);
    const changes = work.keptClasses.has(person.sourceId) ? noChanges : null;
    const row = rowOfPerson(
      person,
      work.places,
      of,
      work.changes ? (work.changes.get(person.sourceId) ?? noChanges) : changes,
      work.keptSchools.has(person.sourceId),
    );
    if (row) rows.push({ ...numbered(intake.done() + rows.length + 1), ...row });
    else {
      counts.skipped += 1;
      if (of) work.present.people.add(of.userId);
    }
  }
  const isNoted = ({ row, person }: RowWithPlan) => {
    const of = known.get(row.roster?.sourceId ?? "");
    return of !== undefined && of.userId === person?.id;
  };
  const planned = await intake.add(rows, (each) => each.planned.outcome !== "unchanged" || !isNoted(each));
  for (const each of planned) count(work, each);
  await reportImport(database, work.importId, intake.done(), null);
}

function numbered(place: number) {
  return { place, sheet: "", row: place };
}

function count(work: Work, { person, match, planned }: RowWithPlan): void {
  const { counts, present } = work;
  // All possible matches count as present, because a person whose id has changed is found by name.
  const several = match.several.map((each) => each.person);
  for (const { id } of [...several, ...match.likely, ...(person ? [person] : [])]) present.people.add(id);
  if (person && person.status !== "deleted") counts.matched += 1;
  if (planned.outcome === "unchanged") counts.unchanged += 1;
  if (planned.outcome === "changed" || planned.outcome === "moved") work.updates += 1;
}

/** Adds people whose class memberships changed, but who are not among the delta's people. */
async function addEnrollments(work: Work): Promise<void> {
  const { database, job, intake, changes, present } = work;
  const ids = [...(changes?.keys() ?? [])].filter((id) => !present.sourceIds.has(id) && !work.leftAlone(id));
  for (let start = 0; start < ids.length; start += peopleAtOnce) {
    const known = await findSyncedPeople(database, job.syncId, ids.slice(start, start + peopleAtOnce));
    const living = known.filter(({ isDeleted }) => !isDeleted);
    const rows = living.map(({ uid, sourceId }, index): RosterRow => {
      const { joined, left } = changes?.get(sourceId) ?? noChanges;
      return {
        ...numbered(intake.done() + index + 1),
        cells: { uid: { address: null, text: uid } },
        roster: { sourceId, ifNew: {}, organizations: null, groups: joined, left, isGone: false, returning: null },
      };
    });
    const planned = await intake.add(rows, ({ planned: { outcome } }) => outcome !== "unchanged");
    for (const each of planned) count(work, each);
  }
}

/** Adds people whom this sync created or matched and the source no longer has. */
async function addDeactivations(work: Work, roster: Roster): Promise<void> {
  const { database, job, present } = work;
  const removed = new Set(roster.mode === "delta" ? roster.removedPeople : []);
  for await (const people of presentPeople(database, job.syncId)) {
    work.counts.known += people.length;
    const isGone = ({ sourceId, userId }: KnownPerson) => {
      if (present.sourceIds.has(sourceId) || work.leftAlone(sourceId)) return false;
      return roster.mode === "delta" ? removed.has(sourceId) : isCompleteRoster(roster) && !present.people.has(userId);
    };
    const rows = people.filter(isGone).map(({ uid, sourceId }, index) => deactivationRow(work, index, uid, sourceId));
    if (rows.length === 0) continue;
    const isStored = ({ planned: { outcome } }: RowWithPlan) => outcome === "gone" || outcome === "refused";
    const planned = await work.intake.add(rows, isStored);
    work.deactivations += planned.filter((each) => each.planned.outcome === "gone").length;
  }
}

function deactivationRow({ intake }: Work, index: number, uid: string, sourceId: string): RosterRow {
  return {
    ...numbered(intake.done() + index + 1),
    cells: { uid: { address: null, text: uid } },
    roster: { sourceId, ifNew: {}, organizations: [], groups: [], left: null, isGone: true, returning: null },
  };
}

/** Lists students and staff of the managed schools that the source does not know. They are not changed. */
async function addOrphans({ database, job, importId, places, intake, present, counts }: Work): Promise<void> {
  const others = await findOthers(database, job.syncId, [...places.managed.organizations]);
  const orphans = others.filter(({ id }) => !present.people.has(id));
  counts.orphans = orphans.length;
  const rows = orphans.slice(0, maxOrphans).map(
    ({ id, uid, name }, index): NewRow => ({
      ...numbered(intake.done() + index + 1),
      outcome: "orphan",
      name,
      personId: id,
      personUid: uid,
      personVersion: null,
      changes: [],
      problems: [],
      candidates: [],
      duplicateOf: null,
      cells: {},
      roster: null,
      secret: null,
      choice: null,
    }),
  );
  if (rows.length > 0) await insertRows(database, importId, rows);
}
