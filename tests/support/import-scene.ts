import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { seedRealm } from "#packages/demo/src/people";
import type { Database } from "~/db/.server/connect";
import type { Locale, Realm } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { createImportEndpoints } from "~/services/.server/control-panel/service";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Service } from "~/services/.server/dispatch/endpoint";
import type { ImportDeps } from "~/services/.server/import/import-deps";
import { continueImport } from "~/services/.server/import/import-runner";
import { findImport, type StoredImport } from "~/services/.server/import/import-store";
import { writeWorkbook } from "~/services/.server/import/workbook/write-workbook";
import { accessOfStarter } from "~/services/.server/jobs/job-access";
import { type ImportColumnId, importColumn } from "~/services/contracts/import-columns";
import type { Import } from "~/services/contracts/import-entity";
import type { ImportRow } from "~/services/contracts/import-rows";
import { ask, type CallResponse, callerOf } from "./callers";
import { credentialsDouble } from "./credentials-double";
import { testDatabase } from "./database";

/** Imports through the service's own calls. Jobs run synchronously: a job started by a call has ended when the call returns. */

export type Cells = Partial<Record<ImportColumnId, string>>;

type Who = { username?: string; acr?: string; actor?: string };

export class ImportScene {
  /** If true, started jobs are not run, as if the process had ended. */
  isHeld = false;

  private constructor(
    readonly database: Database,
    readonly deps: ImportDeps,
    readonly realm: Realm,
  ) {}

  static async open(realm: Realm = "se"): Promise<ImportScene> {
    const { database } = await testDatabase();
    await seedRealm(database, realm);
    const databases = { eu: database, us: database };
    const deps: ImportDeps = {
      databases,
      identity: createIdentityDirectory(databases),
      credentials: { ...credentialsDouble },
      secrets: secretBox("a secret of more than thirty-two letters", "imports"),
      changed: () => undefined,
      report: (error) => {
        throw error;
      },
    };
    return new ImportScene(database, deps, realm);
  }

  async call(name: string, input: object, { username = `admin.${this.realm}`, ...options }: Who = {}) {
    const { databases, secrets, credentials } = this.deps;
    const send = async (region: "eu" | "us", { id }: { id: string }) => {
      if (!this.isHeld) await continueImport(this.deps, region, id, () => false);
    };
    const service = {
      name: "control-panel",
      endpoints: createImportEndpoints({ databases, queue: { send }, secrets, credentials }),
    };
    const caller = await callerOf(this.database, username, options);
    return ask(service as unknown as Service<never>, name as never, input, caller);
  }

  /** Uid of the school that admin.{realm} administers. */
  async school(): Promise<string> {
    const { rows } = await this.database.execute<{ uid: string }>(sql`
      select o.uid from directory.organizations o join directory.associations a on a.organization_id = o.id and a.admin
      join directory.users u on u.id = a.user_id where u.username = ${`admin.${this.realm}`}`);
    return rows[0]?.uid ?? "";
  }

  async send(content: Buffer | Readable, organization: string | null = null, who: Who = {}): Promise<CallResponse> {
    const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
    const body = Readable.toWeb(source) as ReadableStream<Uint8Array>;
    const params = { id: organization ?? (await this.school()) };
    return this.call("createImport", { params, query: { fileName: "elever.xlsx" }, body }, who);
  }

  /** Uploads rows and returns their preview. */
  async upload(rows: readonly Cells[], organization: string | null = null, who: Who = {}): Promise<Import> {
    const { status, body } = (await this.send(await workbookOf(rows, this.realm), organization, who)) as {
      status: number;
      body: { data: Import };
    };
    if (status !== 201) throw new Error(`the upload was answered by ${status}: ${JSON.stringify(body)}`);
    return this.look(body.data.id, who);
  }

  async look(id: string, who: Who = {}): Promise<Import> {
    return (await this.call("getImport", { params: { id } }, who)).body.data;
  }

  async rows(id: string, query: object = {}): Promise<ImportRow[]> {
    const input = { params: { id }, query: { pageSize: 100, ...query } };
    return (await this.call("getImportRows", input, { username: `super.${this.realm}` })).body.data;
  }

  async start(id: string, body: object = {}, who: Who = {}): Promise<Import> {
    const { status, body: reply } = await this.call("startImport", { params: { id }, body }, who);
    if (status !== 200) throw new Error(`the start was answered by ${status}: ${JSON.stringify(reply)}`);
    return this.look(id, who);
  }

  async undo(id: string): Promise<Import> {
    await this.call("undoImport", { params: { id } });
    return this.look(id);
  }

  /** Continues an import as a worker does that finds it after a minute without a sign of life. */
  async resume(id: string): Promise<void> {
    await this.database.execute(
      sql`update imports.imports set beat_at = now() - interval '2 minutes' where id = ${id}`,
    );
    await continueImport(this.deps, "eu", id, () => false);
  }

  async stored(id: string): Promise<StoredImport> {
    const stored = await findImport(this.database, this.realm, id);
    if (!stored) throw new Error("the import is not there");
    return stored;
  }

  accessOf = (stored: StoredImport) => () => accessOfStarter(this.deps, stored, "test");

  async person(username: string) {
    const { rows } = await this.database.execute<{
      id: number;
      uid: string;
      name: string;
      email: string | null;
      status: string;
      version: number;
      classes: string[];
      schools: string[];
      administers: string[];
    }>(sql`
      select u.id, u.uid, u.name, u.email, u.status, u.version,
        array(select g.name from directory.memberships m join directory.groups g on g.id = m.group_id
          where m.user_id = u.id order by g.name) as classes,
        array(select o.name from directory.associations a join directory.organizations o on o.id = a.organization_id
          where a.user_id = u.id order by o.name) as schools,
        array(select o.name from directory.associations a join directory.organizations o on o.id = a.organization_id
          where a.user_id = u.id and a.admin order by o.name) as administers
      from directory.users u where u.username = ${username} order by u.status <> 'deleted' desc limit 1`);
    return rows[0];
  }
}

/** A workbook with the columns used by the rows. */
export async function workbookOf(rows: readonly Cells[], realm: Realm, language: Locale = "sv"): Promise<Buffer> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))] as ImportColumnId[];
  const stream = new PassThrough();
  const source = (async function* () {
    for (const cells of rows) yield { cells };
  })();
  const options = { language, realm, columns: columns.map(importColumn), rows: source };
  const [content] = await Promise.all([buffer(stream), writeWorkbook(stream, options)]);
  return content;
}
