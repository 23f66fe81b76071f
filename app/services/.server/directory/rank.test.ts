import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Action } from "./grants";
import { createIdentityDirectory } from "./identity-store";
import { attributeLevel, mayOnPerson, type PermissionContext, type Rank } from "./permissions";

/** Users cannot change, or act as, a person of equal or higher rank. docs/security.md, line 27. */

const changing: Action[] = ["EditUserInfo", "EditPassword", "ViewLogOut", "DeleteUser", "LoginAs"];

function context(callerRank: Rank, rank: Rank): PermissionContext {
  const relation = callerRank === 4 ? "super" : "administrator";
  return {
    realm: "se",
    relation,
    weakestRelation: relation,
    callerRank,
    isSecure: true,
    isActing: false,
    isShared: false,
    hasConfirmedEmail: false,
    type: "employee",
    rank,
  };
}

describe.each([3, 4] as const)("a caller of rank %i", (callerRank) => {
  it.each([2, 3, 4] as const)("may change and act as a person of rank %i only if that rank is lower", (rank) => {
    const seen = context(callerRank, rank);
    for (const action of changing) expect(mayOnPerson(seen, action), action).toBe(callerRank > rank);
    expect(mayOnPerson(seen, "ViewUserInfo")).toBe(true);
    for (const attribute of ["name", "email", "password"] as const) {
      expect(attributeLevel(seen, attribute).editable, attribute).toBe(callerRank > rank ? 2 : 0);
    }
  });
});

it("does not allow acting as an inactive user, by an inactive user or as oneself", async () => {
  const { database } = await testDatabase();
  await seedRealm(database, "se");
  const identity = createIdentityDirectory({ eu: database, us: database });
  const [admin, teacher] = [await uidOf(database, "admin.se"), await uidOf(database, "teacher.se")];
  expect(await identity.mayActAs("se", admin, teacher)).toBe(true);
  await database.execute(sql`update directory.users set status = 'inactive' where uid = ${teacher}`);
  expect(await identity.mayActAs("se", admin, teacher)).toBe(false);
  await database.execute(sql`update directory.users set status = 'active' where uid = ${teacher}`);
  expect(await identity.mayActAs("se", admin, teacher)).toBe(true);
  await database.execute(sql`update directory.users set status = 'inactive' where uid = ${admin}`);
  expect(await identity.mayActAs("se", admin, teacher)).toBe(false);
  const own = await uidOf(database, "super.se");
  expect(await identity.mayActAs("se", own, own)).toBe(false);
});
