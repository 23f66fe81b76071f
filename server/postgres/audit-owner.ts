import pg from "pg";

/**
 * The audit tables are owned by a separate database role. The product's role can insert and select, but neither update nor delete rows,
 * nor grant itself the right to. docs/security.md, line 26; docs/decisions/0026-audit-log-owner.md.
 */

/** SQLSTATEs. */
const insufficientPrivilege = "42501";
const duplicateObject = "42710";
const uniqueViolation = "23505";

const auditTables = ["directory.audit", "auth.events"] as const;

/** Object ids of the tables, null for one that does not exist yet. */
const oids = auditTables.map((table) => `to_regclass('${table}')`).join(", ");

/** Name of the role that owns the audit tables, one for each product role on a server; it cannot log in. */
function ownerRoleOf(productRole: string): string {
  return `${productRole.slice(0, 50)}_audit`;
}

/** `owner`: enforced by ownership. `triggers`: the role may not create roles, or is a superuser, who bypasses privileges. */
type AuditProtection = "owner" | "triggers";

type Standing = { productRole: string; isSuperuser: boolean; mayMakeRoles: boolean; isProtected: boolean };

/**
 * Transfers the audit tables to their owner role. Call it after migrating.
 * @param url the product's own connection string of a migrated database
 * @param adminUrl the same database as a superuser; null if there is none, as for external databases
 */
export async function protectAudit(url: string, adminUrl: string | null): Promise<AuditProtection> {
  const { productRole, isSuperuser, mayMakeRoles, isProtected } = await standingOf(url);
  if (isProtected) return "owner";
  if (isSuperuser || !(mayMakeRoles || adminUrl)) return "triggers";
  const close = inTransaction(adminUrl ?? url, async (client) => {
    const product = client.escapeIdentifier(productRole);
    const ownerRole = client.escapeIdentifier(ownerRoleOf(productRole));
    await createOwnerRole(client, ownerRoleOf(productRole));
    if (!adminUrl) await client.query(`grant ${ownerRole} to current_user`);
    for (const table of auditTables) {
      // The new owner of a table needs the right to create tables in its schema.
      const schema = String(table.split(".")[0]);
      await client.query(`grant usage, create on schema ${schema} to ${ownerRole}`);
      await client.query(`alter table ${table} owner to ${ownerRole}`);
      await client.query(`revoke create on schema ${schema} from ${ownerRole}`);
      await client.query(`set local role ${ownerRole}`);
      await client.query(`revoke all on ${table} from public, ${product}`);
      await client.query(`grant select, insert on ${table} to ${product}`);
      await client.query("reset role");
    }
    if (!adminUrl) await client.query(`revoke ${ownerRole} from current_user`);
  });
  return close.then(
    () => "owner",
    (error: { code?: string }) => {
      // The role belongs to another administrator, so only the triggers protect the tables.
      if (error.code === insufficientPrivilege) return "triggers";
      throw error;
    },
  );
}

/** Returns the audit tables to the product's role while migrations run; protectAudit reverses this. */
export async function unprotectAudit(url: string, adminUrl: string | null): Promise<void> {
  const { productRole, mayMakeRoles } = await standingOf(url);
  if (!mayMakeRoles && !adminUrl) return;
  await inTransaction(adminUrl ?? url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.oid in (${oids}) and pg_get_userbyid(c.relowner) = $1`,
      [ownerRoleOf(productRole)],
    );
    if (rows.length === 0) return;
    const ownerRole = client.escapeIdentifier(ownerRoleOf(productRole));
    if (!adminUrl) await client.query(`grant ${ownerRole} to current_user`);
    for (const { name } of rows) {
      await client.query(`alter table ${name} owner to ${client.escapeIdentifier(productRole)}`);
    }
    if (!adminUrl) await client.query(`revoke ${ownerRole} from current_user`);
  });
}

async function inTransaction(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("begin");
    await work(client);
    await client.query("commit");
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "fabel audit" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function standingOf(url: string): Promise<Standing> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Standing>(
      `select r.rolname as "productRole", r.rolsuper as "isSuperuser", r.rolcreaterole as "mayMakeRoles",
         not r.rolsuper and coalesce((select bool_and(c.relowner <> r.oid
             and not has_table_privilege(r.oid, c.oid, 'update') and not has_table_privilege(r.oid, c.oid, 'delete')
             and not has_table_privilege(r.oid, c.oid, 'truncate')) from pg_class c where c.oid in (${oids})), false)
           as "isProtected"
       from pg_roles r where r.rolname = current_user`,
    );
    return rows[0] as Standing;
  });
}

/** Roles are global to the server, so the start of the other region may create it at the same time. */
async function createOwnerRole(client: pg.Client, name: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock(7205194401)");
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [name]);
  if (rowCount) return;
  await client.query("savepoint making");
  await client.query(`create role ${client.escapeIdentifier(name)} nologin`).catch(async (error: { code?: string }) => {
    await client.query("rollback to savepoint making");
    if (error.code !== duplicateObject && error.code !== uniqueViolation) throw error;
  });
}
