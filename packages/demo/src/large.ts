import pg from "pg";
import type { Realm } from "~/realms/realm";
import { countries } from "./people-countries";

/** Seeds a realm of a country's size for performance measurements, with few set-based statements. */

export type LargeSize = { users: number; groups: number; organizations: number };

export const largeSize: LargeSize = { users: 1_000_000, groups: 20_000, organizations: 5_000 };

/** Schools per municipality. */
const schoolsEach = 49;

const watched = ["users", "memberships"];
const filled = ["users", "associations", "memberships", "groups"];

/**
 * Adds a tree of organisations (a root, municipalities, schools) with groups and people to a realm: nine of ten people are students, one
 * of twenty is staff, the others are guardians; every third student is in a second group. Three of four are marked as having signed in,
 * every fourth student as having a badge, without rows for either. Names suit the country and are the same on every run. All in one
 * transaction, which drops indexes and recreates them.
 * @param url a migrated database
 * @param log receives a line for each step
 */
export async function seedLarge(
  url: string,
  realm: Realm,
  size: LargeSize,
  log: (line: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "fabel seed" });
  await client.connect();
  const step: Step = async (name, statement, values = []) => {
    const start = Date.now();
    const { rowCount, rows } = await client.query<{ id: number }>(statement, values);
    log(`${name}: ${(rowCount ?? 0).toLocaleString("en")} in ${((Date.now() - start) / 1000).toFixed(1)} s`);
    return rows.map(({ id }) => id);
  };
  try {
    await client.query("begin");
    await client.query("set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'");
    const indexes = await leaveIndexes(client);
    // Triggers check whether each new person belongs to an organisation; here the next statement adds all places.
    for (const table of watched) await client.query(`alter table directory.${table} disable trigger user`);
    await addOrganizations(step, realm, size);
    await addGroups(step, realm, size);
    await addPeople(step, realm, size);
    await client.query("set constraints all immediate");
    for (const table of watched) await client.query(`alter table directory.${table} enable trigger user`);
    for (const statement of indexes) await client.query(statement);
    log(`${indexes.length} indexes`);
    await client.query("drop table large_units, large_groups, large_people");
    await client.query("commit");
    for (const table of [...filled, "organizations", "organization_closure", "maybe_without_group"]) {
      await client.query(`vacuum analyze directory.${table}`);
    }
  } finally {
    await client.end();
  }
}

/** Runs a statement and returns the resulting ids. */
type Step = (name: string, statement: string, values?: unknown[]) => Promise<number[]>;

/** Drops indexes and returns their definitions; creating an index at the end is much cheaper than updating it row by row. */
async function leaveIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = 'directory' and t.relname = any($1)
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [filled],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Creates the temporary table large_units with the schools, numbered from 0. */
async function addOrganizations(step: Step, realm: Realm, { organizations }: LargeSize): Promise<void> {
  const country = countries[realm];
  const municipalities = Math.max(1, Math.round((organizations - 1) / (schoolsEach + 1)));
  const schools = Math.max(1, organizations - 1 - municipalities);
  const insert = "insert into directory.organizations (realm, type, name, parent_id, city)";
  const [topmost] = await step("topmost", `${insert} values ($1, 'school_unit', $2, null, $3) returning id`, [
    realm,
    country.municipality,
    country.city,
  ]);
  const below = await step(
    "municipalities",
    `${insert} select $1, 'school_unit', $2::text || ' ' || n, $3, $4 from generate_series(1, ${municipalities}) n returning id`,
    [realm, country.municipality, topmost, country.city],
  );
  await step("school list", "create temporary table large_units (id integer, place integer)");
  await step(
    "schools",
    `with made as (
       ${insert} select $1, 'school', ($2::text[])[1 + n % 2] || ' ' || n, ($3::int[])[1 + n % ${municipalities}], $4
       from generate_series(1, ${schools}) n returning id)
     insert into large_units select id, row_number() over (order by id) - 1 from made`,
    [realm, country.schools, below, country.city],
  );
}

async function addGroups(step: Step, realm: Realm, { groups }: LargeSize): Promise<void> {
  const classes = countries[realm].classes;
  await step("class list", "create temporary table large_groups (id integer, organization_id integer, place integer)");
  await step(
    "groups",
    `with wanted as (
       select n, u.id as organization_id, (n - 1) / (select count(*) from large_units) as round
       from generate_series(1, ${groups}) n
       join large_units u on u.place = (n - 1) % (select count(*) from large_units)),
     made as (
       insert into directory.groups (realm, organization_id, name, typical_school_entry_year)
       select $1, organization_id, ($2::text[])[1 + (round % ${classes.length})::int]
           || case when round >= ${classes.length} then ' ' || (round / ${classes.length} + 1) else '' end, 2026 - round % 12
       from wanted returning id, organization_id)
     insert into large_groups select id, organization_id, row_number() over (partition by organization_id order by id) - 1 from made`,
    [realm, classes],
  );
}

async function addPeople(step: Step, realm: Realm, { users }: LargeSize): Promise<void> {
  const country = countries[realm];
  const first = country.firstNames.split(" ");
  const last = country.lastNames.split(" ").map((name) => name.replaceAll("_", " "));
  // Hashed, so that people with adjacent numbers have unrelated names; three parts, so that few people share a full name.
  const pick = (list: string, length: number, salt: string) =>
    `(${list}::text[])[1 + ((hashint4extended(n, ${salt}) & 2147483647) % ${length})::int]`;
  await step(
    "people list",
    "create temporary table large_people (id integer, type text, place integer, organization_id integer)",
  );
  await step(
    "people",
    `with named as (
       select n, case when n % 20 = 0 then 'employee' when n % 20 = 1 then 'guardian' else 'student' end as type,
         ${pick("$2", first.length, "1")} as first_name,
         ${pick("$3", last.length, "2")} || ' ' || ${pick("$3", last.length, "3")} as last_name
       from generate_series(1, ${users}) n),
     made as (
       insert into directory.users (realm, type, username, name, first_name, last_name, email, has_signed_in, has_badge)
       select $1, type, 'u' || to_hex(hashint4extended(n, 4) & 268435455) || n, first_name || ' ' || last_name,
         first_name, last_name, case when type <> 'student' then 'u' || n || '@school.example' end,
         hashint4extended(n, 5) & 3 > 0, type = 'student' and hashint4extended(n, 6) & 3 = 0
       from named order by n returning id, type)
     insert into large_people select id, type, row_number() over (order by id) - 1 from made`,
    [realm, first, last],
  );
  await step(
    "places of people",
    `update large_people p set organization_id = u.id from large_units u
     where u.place = (hashint4(p.place) & 2147483647) % (select count(*) from large_units)`,
  );
  await step(
    "associations",
    `insert into directory.associations (user_id, organization_id, realm, role, admin)
     select id, organization_id, $1, type, type = 'employee' and place % 200 = 19 from large_people`,
    [realm],
  );
  await step("index of groups", "create index on large_groups (organization_id, place)");
  await step(
    "memberships",
    `with counts as (select organization_id, count(*) as number from large_groups group by organization_id)
     insert into directory.memberships (user_id, group_id, realm)
     select distinct p.id, g.id, $1::directory.realm from large_people p join counts c using (organization_id)
     cross join lateral (select 0 as turn union all select 1 where p.place % 3 = 0) t
     join large_groups g on g.organization_id = p.organization_id and g.place = (p.place / 7 + t.turn) % c.number
     where p.type = 'student'`,
    [realm],
  );
  await step(
    "people without a group",
    `insert into directory.maybe_without_group (user_id, realm, type)
     select u.id, u.realm, u.type from large_people p join directory.users u on u.id = p.id
     where not exists (select 1 from directory.memberships m where m.user_id = p.id)`,
  );
}
