import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabases } from "#tests/support/database";
import { addChild, addFamily } from "#tests/support/family-scene";
import { readerWith } from "#tests/support/library-scene";
import type { Databases } from "~/db/.server/connect";
import { profileHeaderName } from "~/services/contracts/reader-profile";
import { authoriseProfile, authoriseReader, noProfile } from "./reader-profile";

let databases: Databases;
let family: string;
let otherFamily: string;
let child: string;
let otherChild: string;

beforeAll(async () => {
  databases = await testDatabases();
  family = await addFamily(databases.eu, "asa@example.com");
  otherFamily = await addFamily(databases.eu, "bo@example.com");
  child = await addChild(databases.eu, family, "Alma");
  otherChild = await addChild(databases.eu, otherFamily, "Nils");
});

const profileOf = (id: string | undefined, uid = family) =>
  authoriseProfile(databases, { headers: { [profileHeaderName]: id } }, readerWith({ uid }));

describe("profile header", () => {
  it("selects a child of the caller, in upper or lower case", async () => {
    expect(await profileOf(child)).toEqual({
      id: child,
      name: "Alma",
      avatar: "fox",
      ageLimit: null,
      words: "on",
      version: 1,
    });
    expect(await profileOf(child.toUpperCase())).toMatchObject({ id: child });
  });

  it("selects no child when it is missing", async () => {
    expect(await profileOf(undefined)).toBeUndefined();
  });

  it("gives the reader the child's profile id, or else the nil UUID", async () => {
    const caller = readerWith({ uid: family });
    const reader = (id?: string) => authoriseReader(databases, { headers: { [profileHeaderName]: id } }, caller);
    expect(await reader(child)).toMatchObject({ uid: family, profileId: child });
    expect(await reader()).toMatchObject({ uid: family, profileId: noProfile });
  });

  it.each([
    ["of another family", () => otherChild],
    ["that does not exist", () => "00000000-0000-4000-8000-000000000000"],
    ["that means no profile (the nil UUID)", () => noProfile],
    ["that is not a UUID", () => "alma"],
    ["that is empty", () => ""],
  ])("returns 404 for an id %s", async (_what, id) => {
    await expect(profileOf(id())).rejects.toMatchObject({ status: 404 });
  });

  it("returns 404 in another realm", async () => {
    const caller = { ...readerWith({ uid: family }), realm: "no" as const };
    const call = { headers: { [profileHeaderName]: child } };
    await expect(authoriseProfile(databases, call, caller)).rejects.toMatchObject({ status: 404 });
  });

  it("returns 404 for the child of a caller who is no longer a family", async () => {
    await databases.eu.execute(sql`update directory.associations set active = false
      where user_id = (select id from directory.users where uid = ${otherFamily}::uuid)`);
    await expect(profileOf(otherChild, otherFamily)).rejects.toMatchObject({ status: 404 });
  });
});
