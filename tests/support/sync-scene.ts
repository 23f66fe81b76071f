import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { seedRealm } from "#packages/demo/src/people";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Service } from "~/services/.server/dispatch/endpoint";
import type { ImportDeps } from "~/services/.server/import/import-deps";
import { continueImport } from "~/services/.server/import/import-runner";
import { listImportRows } from "~/services/.server/import/row-store";
import type { Roster, RosterPerson } from "~/services/.server/sync/roster/roster";
import { noteEnd, processSyncJob } from "~/services/.server/sync/run-sync";
import type { SyncDeps } from "~/services/.server/sync/sync-deps";
import { createSyncEndpoints } from "~/services/.server/sync/sync-service";
import type { RowOutcome } from "~/services/contracts/import-states";
import type { SyncJob, SyncLog } from "~/services/contracts/sync";
import { ask, callerOf } from "./callers";
import { credentialsDouble } from "./credentials-double";
import { testDatabase } from "./database";

/**
 * Syncs through the service's own calls, with rosters in memory. Jobs run synchronously: a job started by a call has
 * ended when the call returns.
 */

type Who = { username?: string };

export type Pupil = Partial<RosterPerson> & { sourceId: string };

export class SyncScene {
  /** If true, started jobs are not run. */
  isHeld = false;
  /** The source's next roster. */
  roster: () => Roster = () => this.of([]);
  readonly syncId = randomUUID();

  private constructor(
    readonly database: Database,
    readonly deps: SyncDeps,
    readonly importDeps: ImportDeps,
    readonly realm: Realm,
    readonly school: { id: number; uid: string; name: string },
  ) {}

  static async open(realm: Realm = "se"): Promise<SyncScene> {
    const { database } = await testDatabase();
    await seedRealm(database, realm);
    const databases = { eu: database, us: database };
    const report = (error: unknown) => {
      throw error;
    };
    const identity = createIdentityDirectory(databases);
    const importDeps: ImportDeps = {
      ...{ databases, identity, report },
      credentials: { ...credentialsDouble },
      secrets: secretBox("a secret of more than thirty-two letters", "imports"),
      changed: () => undefined,
      syncEnded: noteEnd,
    };
    let scene: SyncScene | null = null;
    const deps: SyncDeps = {
      ...{ databases, identity, report },
      secrets: secretBox("a secret of more than thirty-two letters", "sync"),
      withRoster: async (_database, _source, _signal, use) => use((scene as SyncScene).roster()),
      checkSource: async () => ({ problem: null, version: null, schools: [] }),
      queue: {
        async send(region, { kind, id }, after = 0) {
          if (scene?.isHeld || after > 0) return;
          if (kind === "sync") await processSyncJob(deps, region, id, () => false);
          else await continueImport(importDeps, region, id, () => false);
        },
      },
    };
    const { rows } = await database.execute<{ id: number; uid: string; name: string }>(sql`
      select o.id, o.uid, o.name from directory.organizations o join directory.associations a on a.organization_id = o.id and a.admin
      join directory.users u on u.id = a.user_id where u.username = ${`admin.${realm}`}`);
    if (!rows[0]) throw new Error("there is no school");
    scene = new SyncScene(database, deps, importDeps, realm, rows[0]);
    return scene;
  }

  async call(name: string, input: object, { username = `admin.${this.realm}` }: Who = {}) {
    const service = { name: "sync", endpoints: createSyncEndpoints(this.deps) };
    return ask(service as unknown as Service<never>, name as never, input, await callerOf(this.database, username));
  }

  params(syncId: string = this.syncId) {
    return { orgId: this.school.uid, syncId };
  }

  /** Configures a REST source with a secret. */
  async configure(settings: object = { dryRun: false }): Promise<void> {
    const body = { type: "oneroster", name: "Elevregister", address: "https://roster.example/", clientId: "fabel" };
    const token = { tokenAddress: "https://roster.example/token", secret: "a secret of the source" };
    await this.call("putSync", { params: this.params(), body: { ...body, ...token } });
    await this.call("putSyncConfig", { params: { orgId: this.school.uid }, body: { config: settings } });
  }

  /** A roster of the school with two classes. */
  of(people: readonly Pupil[], roster: Partial<Roster> = {}): Roster {
    return {
      mode: "bulk",
      organizations: [{ sourceId: "school", name: this.school.name, unitCode: null, parentSourceId: null }],
      groups: [
        { sourceId: "g1", name: "Synk 4A", organizationSourceId: "school" },
        { sourceId: "g2", name: "Synk 4B", organizationSourceId: "school" },
      ],
      people: (async function* () {
        for (const person of people) yield personOf(person);
      })(),
      removedPeople: [],
      notes: [],
      ...roster,
    };
  }

  /** Runs the sync with a roster and returns its job. */
  async run(people: readonly Pupil[], roster: Partial<Roster> = {}): Promise<SyncJob> {
    this.roster = () => this.of(people, roster);
    const { status, body } = await this.call("triggerSync", { params: this.params() });
    if (status !== 200) throw new Error(`the trigger was answered by ${status}: ${JSON.stringify(body)}`);
    return this.job(body.jobId);
  }

  async job(jobId: string): Promise<SyncJob> {
    return (await this.call("getSyncJob", { params: { jobId } })).body.data;
  }

  async decide(name: "releaseSyncJob" | "refuseSyncJob" | "undoSyncJob", { jobId }: SyncJob): Promise<SyncJob> {
    const { status, body } = await this.call(name, { params: { jobId } });
    if (status !== 200) throw new Error(`${name} was answered by ${status}: ${JSON.stringify(body)}`);
    return this.job(jobId);
  }

  async logs({ jobId }: Pick<SyncJob, "jobId">): Promise<SyncLog[]> {
    return (await this.call("getSyncLogs", { params: { jobId } })).body.data;
  }

  /** Names in a job's rows. */
  async names({ importId }: SyncJob, outcome: RowOutcome): Promise<(string | null)[]> {
    const { rows } = await listImportRows(this.database, importId ?? "", { outcome }, { pageNumber: 1, pageSize: 100 });
    return rows.map(({ name }) => name);
  }

  /** All users with a username, deleted ones last. */
  async people(username: string) {
    const { rows } = await this.database.execute<{
      id: number;
      uid: string;
      name: string;
      status: string;
      version: number;
      externalId: string | null;
      classes: string[];
      schools: string[];
    }>(sql`
      select u.id, u.uid, u.name, u.status, u.version, u.external_id as "externalId",
        array(select g.name from directory.memberships m join directory.groups g on g.id = m.group_id
          where m.user_id = u.id order by g.name) as classes,
        array(select o.name from directory.associations a join directory.organizations o on o.id = a.organization_id
          where a.user_id = u.id order by o.name) as schools
      from directory.users u where u.username = ${username} order by u.status = 'deleted', u.id`);
    return rows;
  }
}

function personOf({ sourceId, ...rest }: Pupil): RosterPerson {
  return {
    sourceId,
    kind: "students",
    externalId: `ext-${sourceId}`,
    username: `synk.${sourceId}`,
    name: `Elev ${sourceId}`,
    familyName: null,
    email: null,
    organizations: ["school"],
    groups: [{ sourceId: "g1", role: "student" }],
    ...rest,
  };
}

/** Pupils with the ids `prefix0`, `prefix1` …. */
export function pupils(prefix: string, count: number, rest: Partial<RosterPerson> = {}): Pupil[] {
  return Array.from({ length: count }, (_, place) => ({ sourceId: `${prefix}${place}`, ...rest }));
}
