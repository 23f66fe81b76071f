import pg from "pg";
import { type LargeSize, seedLarge } from "#packages/demo/src/large";
import { demoPassword, seedPeople } from "#packages/demo/src/people";
import { migrationsFolder } from "#server/project-root";
import { signIn } from "#tests/conformance/sign-in";
import { closeDatabases, connectDatabases } from "~/db/.server/connect";
import { migrateDatabase, readMigrations } from "~/db/.server/migrate";
import { seedPasswords } from "~/services/.server/auth/passwords/seed-passwords";
import type { Stage } from "./bench-stage";

/** The uids of the topmost organisation, of a student below it and of one of the student's groups. */
export type LargeRealmIds = { topmost: string; student: string; group: string };

/**
 * The demo accounts plus a large tree of schools, with three audit entries per person; admin.se becomes administrator
 * of the topmost organisation, so that their lists contain everyone.
 */
export async function prepareRealm(urls: { eu: string; us: string }, size: LargeSize): Promise<LargeRealmIds> {
  await prepareDemoPeople(urls);
  const start = Date.now();
  await seedLarge(urls.eu, "se", size);
  console.log(`${size.users.toLocaleString("en")} people made in ${Math.round((Date.now() - start) / 1000)} s`);
  const client = new pg.Client({ connectionString: urls.eu });
  await client.connect();
  const { rows } = await client.query<{ id: number; uid: string }>(
    "select id, uid from directory.organizations where realm = 'se' and parent_id is null order by id desc limit 1",
  );
  await client.query(
    `update directory.associations set organization_id = $1
     where user_id = (select id from directory.users where realm = 'se' and username = 'admin.se')`,
    [rows[0]?.id],
  );
  await client.query(
    `insert into directory.audit (realm, at, action, user_uid, subject_type, subject_uid)
     select 'se', now() - random() * interval '300 days', deed.action,
       (select uid from directory.users where realm = 'se' and username = 'admin.se'), 'user', u.uid
     from directory.users u cross join (values ('user.created'), ('user.changed'), ('user.password_set')) deed (action)
     where u.realm = 'se'`,
  );
  await client.query("vacuum analyze directory.audit");
  const { rows: students } = await client.query<{ student: string; group: string }>(
    `select u.uid as student, g.uid as group from directory.users u
       join directory.memberships m on m.user_id = u.id join directory.groups g on g.id = m.group_id
     where u.realm = 'se' and u.type = 'student' and u.username like 'u%' order by u.id desc limit 1`,
  );
  await client.end();
  return { topmost: rows[0]?.uid ?? "", student: students[0]?.student ?? "", group: students[0]?.group ?? "" };
}

/** The schema, and the demo accounts with their password. */
export async function prepareDemoPeople(urls: { eu: string; us: string }): Promise<void> {
  const migrations = await readMigrations(migrationsFolder);
  for (const url of [urls.eu, urls.us]) await migrateDatabase(url, migrations);
  const databases = connectDatabases(urls);
  await seedPasswords(databases, await seedPeople(databases), demoPassword);
  await closeDatabases(databases);
}

/** Books in the catalogue of Sweden, without files: `bench-1`, `bench-2` and so on. */
export async function insertBooks(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into library.books (id, version, checksum, title, shelf, manifest)
     select 'bench-' || n, '1', 'checksum-' || n, 'Book ' || n || ' about ' || (array['foxes','boats','snow','bees','maps'])[n % 5 + 1],
       jsonb_build_object('authors', jsonb_build_array('Author ' || n % 500), 'illustrators', '[]'::jsonb, 'narrators', '[]'::jsonb,
         'language', (array['sv','en','fi','de'])[n % 4 + 1], 'audioLanguages', '["sv"]'::jsonb, 'videoLanguages', '[]'::jsonb,
         'kind', 'reflowable', 'progression', 'ltr', 'categories', jsonb_build_array((array['animals','sea','winter','night'])[n % 4 + 1]),
         'ageFrom', 6, 'ageTo', 9, 'blurb', 'A story that is number ' || n || '.', 'duration', 600, 'series', null, 'hasCover', false),
       '{"spine": []}'
     from generate_series(1, $1::integer) n`,
    [count],
  );
  await client.query(
    `insert into library.catalogue (realm, book_id, position)
     select 'se', 'bench-' || n, n from generate_series(1, $1::integer) n`,
    [count],
  );
  await client.query("analyze");
  await client.end();
}

/** The Cookie header of a signed-in user. */
export async function cookieOf(stage: Stage, origin: string, username: string): Promise<string> {
  const { cookies } = await signIn(stage.browser, origin, username);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
