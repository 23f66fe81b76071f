import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabases } from "#tests/support/database";
import { realms, regionOf } from "~/realms/realm";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { createAssignmentSeed } from "~/services/.server/submissions/seed-assignment";
import { seedAssignments } from "./assignments";
import { seedPeople } from "./people";

test("seeds three submissions for the student of every realm, and seeding again changes nothing", async () => {
  const databases = await testDatabases();
  await seedPeople(databases);
  for (const database of [databases.eu, databases.us]) {
    for (const id of [
      ...["lyktan", "fjordpost", "talvimaja", "die-brieftaube", "le-phare-de-lou"],
      ...["de-kaart-van-opa", "the-clock-mender", "hopp"],
    ]) {
      await database.execute(sql`insert into library.books (id, version, checksum, title, shelf, manifest)
        values (${id}, '1', ${id}, ${id}, '{}', '{}')`);
    }
  }
  for (const _time of [1, 2]) {
    await seedAssignments(createIdentityDirectory(databases), createAssignmentSeed(databases));
    for (const realm of realms) {
      const { rows } = await databases[regionOf(realm)].execute(sql`
        select s.status, s.handed_back_at is not null as back, s.answers <> '{}' as begun from submissions.submissions s
        join directory.users u on u.uid = s.uid where u.username = ${`student.${realm}`} order by s.status, back`);
      expect(rows, realm).toEqual([
        { status: "InProgress", back: false, begun: true },
        { status: "InProgress", back: true, begun: true },
        { status: "Submitted", back: false, begun: true },
      ]);
    }
  }
});
