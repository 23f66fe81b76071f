import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { defaultSyncType, type SyncSettings, type SyncType } from "~/services/contracts/sync";

/** Database access for organisations' sync settings and sources; jobs are in job-store.ts. */

type Within = Database | Transaction;

type StoredSettings = SyncSettings & { revision: number };

export async function readSyncSettings(within: Within, organizationId: number): Promise<StoredSettings> {
  const { rows } = await within.execute<StoredSettings>(sql`
    select active, dry_run as "dryRun", type, organization_map as "organizationMap", revision
    from sync.settings where organization_id = ${organizationId}`);
  return rows[0] ?? { active: false, dryRun: true, type: defaultSyncType, organizationMap: [], revision: 0 };
}

/**
 * Fields that are not given keep their value, or get the default.
 * @param expected the revision that the client has read; undefined overwrites any
 * @returns null if `expected` is stale
 */
export async function writeSyncSettings(
  within: Within,
  realm: Realm,
  organizationId: number,
  settings: { [Name in keyof SyncSettings]?: SyncSettings[Name] | undefined },
  expected?: number,
): Promise<StoredSettings | null> {
  const { active = null, dryRun = null, type = null, organizationMap } = settings;
  const map = organizationMap ? JSON.stringify(organizationMap) : null;
  const { rowCount } = await within.execute(sql`
    insert into sync.settings (organization_id, realm, active, dry_run, type, organization_map)
    values (${organizationId}, ${realm}, coalesce(${active}, false), coalesce(${dryRun}, true), coalesce(${type}, ${defaultSyncType}),
      coalesce(${map}::jsonb, '[]'))
    on conflict (organization_id) do update set active = coalesce(${active}, sync.settings.active),
      dry_run = coalesce(${dryRun}, sync.settings.dry_run), type = coalesce(${type}, sync.settings.type),
      organization_map = coalesce(${map}::jsonb, sync.settings.organization_map), revision = sync.settings.revision + 1
      where ${expected ?? null}::integer is null or sync.settings.revision = ${expected ?? null}::integer`);
  return rowCount ? readSyncSettings(within, organizationId) : null;
}

export type StoredSource = {
  id: string;
  realm: Realm;
  organizationId: number;
  type: SyncType;
  name: string;
  version: "1.1" | "1.2" | null;
  address: string | null;
  tokenAddress: string | null;
  clientId: string | null;
  secret: Buffer | null;
  configuredBy: string | null;
  revision: number;
  createdAt: string;
  changedAt: string;
};

const moment = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const sourceColumns = sql`s.id, s.realm, s.organization_id as "organizationId", s.type, s.name, s.version, s.address,
  s.token_address as "tokenAddress", s.client_id as "clientId", s.secret, s.configured_by as "configuredBy", s.revision,
  ${moment("s.created_at")} as "createdAt", ${moment("s.changed_at")} as "changedAt"`;

export async function listSources(within: Within, organizationId: number): Promise<StoredSource[]> {
  const { rows } = await within.execute<StoredSource>(sql`
    select ${sourceColumns} from sync.sources s where s.organization_id = ${organizationId} order by s.created_at, s.id`);
  return rows;
}

export async function findSource(within: Within, id: string): Promise<StoredSource | null> {
  const { rows } = await within.execute<StoredSource>(
    sql`select ${sourceColumns} from sync.sources s where s.id = ${id}`,
  );
  return rows[0] ?? null;
}

type SourceDraft = Pick<StoredSource, "type" | "name" | "version" | "address" | "tokenAddress" | "clientId"> & {
  /** undefined: the stored secret stays. */
  secret: Buffer | null | undefined;
  configuredBy: string;
};

/**
 * Creates or changes a source.
 * @returns which of both; null if the id belongs to another organisation, or if `expected` is given and stale
 */
export async function writeSource(
  within: Within,
  realm: Realm,
  organizationId: number,
  id: string,
  draft: SourceDraft,
  expected?: number,
): Promise<"made" | "changed" | null> {
  const { type, name, version, address, tokenAddress, clientId, secret, configuredBy } = draft;
  const { rows } = await within.execute<{ isMade: boolean }>(sql`
    insert into sync.sources as s (id, realm, organization_id, type, name, version, address, token_address, client_id, secret, configured_by)
    values (${id}, ${realm}, ${organizationId}, ${type}, ${name}, ${version}, ${address}, ${tokenAddress}, ${clientId}, ${secret ?? null},
      ${configuredBy})
    on conflict (id) do update set type = excluded.type, name = excluded.name, version = excluded.version,
      address = excluded.address,
      token_address = excluded.token_address, client_id = excluded.client_id, configured_by = excluded.configured_by,
      secret = ${secret === undefined ? sql`s.secret` : sql`excluded.secret`}, changed_at = now(),
      revision = s.revision + 1
      where s.organization_id = excluded.organization_id
        and (${expected ?? null}::integer is null or s.revision = ${expected ?? null}::integer)
    returning (xmax = 0) as "isMade"`);
  if (!rows[0]) return null;
  return rows[0].isMade ? "made" : "changed";
}

export async function deleteSource(within: Within, id: string): Promise<void> {
  await within.execute(sql`delete from sync.sources where id = ${id}`);
}

/** Whether the source belonged to the organisation before it was deleted, from the audit log. */
export async function wasDeletedSourceOf(within: Within, organizationUid: string, id: string): Promise<boolean> {
  const { rows } = await within.execute(sql`
    select 1 from directory.audit where subject_type = 'organization' and subject_uid = ${organizationUid}
      and action = 'sync.source_deleted' and details ->> 'sync' = ${id} limit 1`);
  return rows.length > 0;
}

/** Sources that are synced nightly, with the rights of the user who configured them. */
export async function findNightlySources(within: Within, realm: Realm): Promise<StoredSource[]> {
  const { rows } = await within.execute<StoredSource>(sql`
    select ${sourceColumns} from sync.sources s join sync.settings t on t.organization_id = s.organization_id and t.active
    join directory.organizations o on o.id = s.organization_id and o.status <> 'deleted'
    where s.realm = ${realm} and s.address is not null and s.configured_by is not null order by s.created_at, s.id`);
  return rows;
}

export async function clearSourceFile(within: Within, syncId: string): Promise<void> {
  await within.execute(sql`delete from sync.files where sync_id = ${syncId}`);
}

export async function writeSourceFilePart(within: Within, syncId: string, place: number, bytes: Buffer): Promise<void> {
  await within.execute(sql`insert into sync.files (sync_id, place, bytes) values (${syncId}, ${place}, ${bytes})`);
}

/** Number of parts read into memory at a time. */
const partsAtOnce = 2;

/** The stored file's bytes in order; nothing if there is no file. */
export async function* readSourceFileParts(database: Database, syncId: string): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += partsAtOnce) {
    const { rows } = await database.execute<{ bytes: Buffer }>(sql`
      select bytes from sync.files where sync_id = ${syncId} and place >= ${place} and place < ${place + partsAtOnce}
      order by place`);
    for (const { bytes } of rows) yield bytes;
    if (rows.length < partsAtOnce) return;
  }
}

export async function hasFile(within: Within, syncId: string): Promise<boolean> {
  const { rows } = await within.execute(sql`select 1 from sync.files where sync_id = ${syncId} limit 1`);
  return rows.length > 0;
}

/** The schools and classes of a source; its deltas may refer to them by ids only. */
export type KnownRoster = {
  organizations: { sourceId: string; name: string; unitCode: string | null; parentSourceId: string | null }[];
  groups: { sourceId: string; name: string; organizationSourceId: string }[];
  groupIds: number[];
};

export async function readKnown(within: Within, syncId: string): Promise<KnownRoster> {
  const { rows } = await within.execute<KnownRoster>(sql`
    select coalesce(s.roster -> 'organizations', '[]') as organizations, coalesce(s.roster -> 'groups', '[]') as groups,
      array(select g.group_id from sync.groups g where g.sync_id = s.id) as "groupIds"
    from sync.sources s where s.id = ${syncId}`);
  return rows[0] ?? { organizations: [], groups: [], groupIds: [] };
}
