import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { testDatabase, testDatabases } from "#tests/support/database";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { demoAccounts, seedPeople, seedRealm } from "./people";

describe("demo people", () => {
  it("are 300 in each realm, stored in the realm's region, and seeded only once", async () => {
    const databases = await testDatabases();
    const made = await seedPeople(databases);
    expect(made).toHaveLength(8 * 300);
    expect(made.filter((person) => person.realm === "us")).toHaveLength(300);
    const { rows } = await databases.us.execute<{ realm: string }>(sql`select distinct realm from directory.users`);
    expect(rows).toEqual([{ realm: "us" }]);
    expect(await seedPeople(databases)).toEqual([]);
  });

  it("include the demo accounts with their roles, scopes and subscriptions", async () => {
    const { database } = await testDatabase();
    await seedRealm(database, "se");
    const identity = createIdentityDirectory({ eu: database, us: database });
    const found = await Promise.all(demoAccounts.map((name) => identity.findByUsername("se", `${name}.SE`)));
    expect(found.map((person) => person && { roles: person.roles.sort(), scopes: person.scopes })).toEqual([
      { roles: ["employee"], scopes: ["ilt.user.se.write"] },
      { roles: ["admin", "employee"], scopes: [] },
      { roles: ["employee"], scopes: [] },
      { roles: ["student"], scopes: [] },
      { roles: ["guardian"], scopes: [] },
      { roles: ["guardian"], scopes: [] },
    ]);
    expect(found[5]?.subscriptions).toEqual([{ type: "fabel-consumer" }]);
    expect(found[3]?.subscriptions).toEqual([{ type: "fabel-school" }]);
    expect(await identity.findByUsername("no", "student.se")).toBeNull();
  });

  it("can act as people below them in their organisation, and as no other people", async () => {
    const { database } = await testDatabase();
    await seedRealm(database, "se");
    const identity = createIdentityDirectory({ eu: database, us: database });
    const uid = async (name: string) => (await identity.findByUsername("se", `${name}.se`))?.uid ?? "";
    const may = async (actor: string, target: string) => identity.mayActAs("se", await uid(actor), await uid(target));
    expect(await may("admin", "teacher")).toBe(true);
    expect(await may("admin", "student")).toBe(true);
    expect(await may("super", "admin")).toBe(true);
    expect(await may("admin", "family")).toBe(false);
    expect(await may("admin", "super")).toBe(false);
    expect(await may("admin", "admin")).toBe(false);
    expect(await may("teacher", "student")).toBe(false);
    expect(await may("guardian", "student")).toBe(false);
  });
});
