import { sql } from "drizzle-orm";
import type { Database, Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, realmRow, realms, regionOf } from "~/realms/realm";
import { findConsumerUnit } from "~/services/.server/directory/organizations/consumer-units";
import { superUserScope } from "~/services/.server/directory/rules";
import {
  associations,
  groups,
  guardianships,
  memberships,
  organizations,
  subscriptionPeriods,
  users,
} from "~/services/.server/directory/tables";
import { type Draft, draftRealm, type OrganizationKey } from "./people-draft";

export { demoAccounts } from "./people-draft";

/** Password of every demo account; only used with DEMO=1. Documented in README.md. */
export const demoPassword = "demo-Passw0rd";

type SeededPerson = { realm: Realm; uid: string };

/** Whether a database contains no people. */
async function isDirectoryEmpty(database: Database): Promise<boolean> {
  const { rows } = await database.execute(sql`select 1 from directory.users limit 1`);
  return rows.length === 0;
}

/**
 * Adds the demo people to every realm: accounts, schools, classes, 300 people each. Skips realms whose database already contains people.
 * @returns the new people, so that passwords can be set
 */
export async function seedPeople(databases: Databases): Promise<SeededPerson[]> {
  const made: SeededPerson[] = [];
  const wasEmpty = { eu: await isDirectoryEmpty(databases.eu), us: await isDirectoryEmpty(databases.us) };
  for (const realm of realms) {
    const region = regionOf(realm);
    if (wasEmpty[region]) made.push(...(await seedRealm(databases[region], realm)));
  }
  return made;
}

/** Seeds one realm in one transaction with few statements. */
export async function seedRealm(database: Database, realm: Realm): Promise<SeededPerson[]> {
  const draft = draftRealm(realm);
  return inTransaction(database, async (transaction) => {
    const tx = transaction as unknown as Database;
    const units = await insertOrganizations(tx, realm, draft);
    const groupIds = await insertGroups(tx, realm, draft, units);
    const people = await tx
      .insert(users)
      .values(
        draft.people.map((person) => ({
          realm,
          type: person.type,
          username: person.username,
          name: `${person.firstName} ${person.lastName}`,
          firstName: person.firstName,
          lastName: person.lastName,
          email: person.email,
          emailVerified: person.email !== null,
          sms: person.sms,
          shared: person.shared,
          scopes: person.isSuper ? [superUserScope(realm)] : [],
        })),
      )
      .returning({ id: users.id, uid: users.uid });
    const idOf = (key: number) => (people[key] as { id: number }).id;
    await tx.insert(associations).values(
      draft.people.flatMap((person) =>
        person.places.map(({ organization, admin }) => ({
          userId: idOf(person.key),
          organizationId: units[organization],
          realm,
          role: person.type,
          admin,
        })),
      ),
    );
    await tx
      .insert(memberships)
      .values(
        draft.people.flatMap((person) =>
          person.groups.map((name) => ({ userId: idOf(person.key), groupId: groupIds.get(name) as number, realm })),
        ),
      );
    await tx.insert(guardianships).values(
      draft.guardianships.map(([guardian, student]) => ({
        guardianId: idOf(guardian),
        studentId: idOf(student),
        realm,
      })),
    );
    await insertPeriods(tx, realm, draft, units, idOf);
    return people.map(({ uid }) => ({ realm, uid }));
  });
}

type Units = Record<OrganizationKey, number>;

async function insertOrganizations(database: Database, realm: Realm, { country }: Draft): Promise<Units> {
  const place = {
    realm,
    city: country.city,
    postalCode: country.postalCode,
    country: realmRow(realm).countryCode,
    county: country.city,
  };
  const insert = async (rows: Array<typeof organizations.$inferInsert>) =>
    (await database.insert(organizations).values(rows).returning({ id: organizations.id })).map(({ id }) => id);
  const street = (number: number) => `${country.street} ${number}`;
  const [municipality] = (await insert([
    { ...place, type: "school_unit", name: country.municipality, address: street(1), municipalityKey: `${realm}-0001` },
  ])) as [number];
  const families = await findConsumerUnit(database, realm);
  const below = { ...place, parentId: municipality, qrCodeLoginEnabled: true, pictureLoginEnabled: true };
  const [firstSchool, secondSchool, preschool] = (await insert([
    { ...below, type: "school", name: country.schools[0], address: street(12), schoolUnitCode: `${realm}-1001` },
    { ...below, type: "school", name: country.schools[1], address: street(48), schoolUnitCode: `${realm}-1002` },
    { ...below, type: "preschool", name: country.preschool, address: street(7), schoolUnitCode: `${realm}-1003` },
  ])) as [number, number, number];
  const [subSchool] = (await insert([
    { ...below, parentId: firstSchool, type: "sub_school", name: country.subSchool, address: street(14) },
  ])) as [number];
  return { municipality, families, firstSchool, secondSchool, preschool, subSchool };
}

async function insertGroups(
  database: Database,
  realm: Realm,
  draft: Draft,
  units: Units,
): Promise<Map<string, number>> {
  const rows = await database
    .insert(groups)
    .values(
      draft.groups.map((group) => ({
        realm,
        organizationId: units[group.organization],
        name: group.name,
        type: group.entryYear === null ? ("group" as const) : ("class" as const),
        typicalSchoolEntryYear: group.entryYear,
      })),
    )
    .returning({ id: groups.id });
  return new Map(
    draft.groups.map((group, index) => [`${group.organization}/${group.name}`, (rows[index] as { id: number }).id]),
  );
}

async function insertPeriods(
  database: Database,
  realm: Realm,
  draft: Draft,
  units: Units,
  idOf: (key: number) => number,
): Promise<void> {
  const family = draft.people.find((person) => person.username === `family.${realm}`);
  const school = { realm, organizationId: units.municipality, startsOn: "2026-01-01" };
  await database
    .insert(subscriptionPeriods)
    .values([
      { ...school, type: "fabel-school" },
      ...(family ? [{ realm, userId: idOf(family.key), type: "fabel-consumer", startsOn: "2026-01-01" }] : []),
    ]);
}
