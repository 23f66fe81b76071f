import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readToEnd, sourceOptions } from "#tests/support/read-roster";
import { smallSource } from "#tests/support/roster-content";
import { type RosterSource, startRosterSource } from "#tests/support/roster-source";
import { missingValues } from "#tests/support/roster-texts";
import { readOneRosterRest } from "~/services/.server/sync/roster/oneroster/read-rest";
import { readSkolon } from "~/services/.server/sync/roster/skolon/read-skolon";
import type { SourceConfig } from "~/services/.server/sync/roster/source-options";
import { readSs12000 } from "~/services/.server/sync/roster/ss12000/read-ss12000";

/** Rosters over HTTP; docs/product/roster-sources.md. The server runs in a separate process and returns four entries a page. */

let source: RosterSource;

beforeAll(async () => {
  source = await startRosterSource(smallSource());
}, 60_000);
afterAll(() => source.stop());
beforeEach(() => source.set(smallSource()));

const client = (): SourceConfig["credentials"] => ({
  kind: "client",
  tokenUrl: source.tokenUrl,
  clientId: source.clientId,
  clientSecret: source.clientSecret,
});
const oneRoster = (version: "1.1" | "1.2", since?: Date) =>
  readToEnd(
    readOneRosterRest(
      { baseUrl: source.bases.oneRoster, credentials: client(), version },
      { ...sourceOptions(), since: since ?? null },
    ),
  );

const schools = [
  { sourceId: "org-1", name: "Björkö kommun", unitCode: null, parentSourceId: null },
  { sourceId: "org-2", name: "Åsskolan", unitCode: "12345678", parentSourceId: "org-1" },
  { sourceId: "org-3", name: "Ängsskolan", unitCode: "23456789", parentSourceId: "org-1" },
];
const teacher = {
  sourceId: "t-1",
  kind: "employees",
  externalId: "ext-t-1",
  username: "t-1@skola.example",
  name: "Märta Öberg",
  familyName: "Öberg",
  email: "t-1@mail.example",
  organizations: ["org-2", "org-3"],
  groups: [
    { sourceId: "class-1", role: "teacher" },
    { sourceId: "class-3", role: "teacher" },
  ],
};

test.each([
  ["OneRoster 1.1", () => oneRoster("1.1")],
  ["OneRoster 1.2", () => oneRoster("1.2")],
  ["Skolon", () => readToEnd(readSkolon({ baseUrl: source.bases.skolon, credentials: client() }, sourceOptions()))],
  ["SS 12000", () => readToEnd(readSs12000({ baseUrl: source.bases.ss12000, credentials: client() }, sourceOptions()))],
])("%s returns schools, classes and people with their classes, over several pages", async (_, read) => {
  const { mode, organizations, groups, byId, removedPeople, notes } = await read();
  expect(mode).toBe("bulk");
  expect(organizations).toEqual(schools);
  expect(groups).toHaveLength(4);
  expect(groups[2]).toEqual({ sourceId: "class-3", name: "3A", organizationSourceId: "org-3" });
  expect(Object.keys(byId)).toHaveLength(9);
  expect(byId["t-1"]).toEqual(teacher);
  expect(byId["t-2"]).toMatchObject({ kind: "employees", organizations: ["org-3"], groups: [] });
  expect(byId["p-4"]).toMatchObject({
    kind: "students",
    name: "Dag Nyström",
    organizations: ["org-3"],
    groups: [{ sourceId: "class-4", role: "student" }],
  });
  expect(byId["g-1"]).toMatchObject({ kind: "guardians", name: "Ines Nyström", organizations: ["org-2"], groups: [] });
  expect(removedPeople).toEqual([]);
  expect(notes).toEqual([]);
});

const kinds = [
  ["OneRoster 1.1", "/users", () => oneRoster("1.1")],
  ["OneRoster 1.2", "/users", () => oneRoster("1.2")],
  [
    "Skolon",
    "/people",
    () => readToEnd(readSkolon({ baseUrl: source.bases.skolon, credentials: client() }, sourceOptions())),
  ],
  [
    "SS 12000",
    "/persons",
    () => readToEnd(readSs12000({ baseUrl: source.bases.ss12000, credentials: client() }, sourceOptions())),
  ],
] as const;

test.each(kinds)(
  "given a record of %s that does not follow the standard, then refuses it by its number in %s",
  async (kind, path, read) => {
    const content = smallSource();
    const place = content.people.findIndex(({ id }) => id === "p-2");
    Object.assign(content.people[place] ?? {}, { familyName: 7 });
    await source.set(content);
    const { byId, refused } = await read();
    expect(Object.keys(byId)).toHaveLength(8);
    expect(refused?.rows).toEqual([
      {
        code: "malformed_record",
        // The record's id is not named where identities may be protected.
        values: { path, record: place + 1, id: kind === "SS 12000" ? "–" : "p-2", field: "familyName" },
      },
    ]);
    expect(missingValues("fault", refused?.rows[0] ?? { code: "", values: {} })).toEqual([]);
    expect(refused?.isComplete()).toBe(kind !== "SS 12000");
  },
);

test.each([
  ["OneRoster 1.1", "/users", 2, () => oneRoster("1.1")],
  ["OneRoster 1.2", "/users", 2, () => oneRoster("1.2")],
  [
    "Skolon",
    "/people",
    2,
    () => readToEnd(readSkolon({ baseUrl: source.bases.skolon, credentials: client() }, sourceOptions())),
  ],
] as const)(
  "given a role that %s does not have, then refuses that record of %s and leaves its person",
  async (_, path, index, read) => {
    const content = smallSource();
    const person = content.people[index];
    Object.assign(person ?? {}, { role: "banana" });
    await source.set(content);
    const { byId, refused, notes } = await read();
    const values = { path, record: index + 1, id: person?.id, field: "role", value: "banana" };
    expect(refused?.rows).toEqual([{ code: "invalid_record_value", values }]);
    expect(refused?.rows.flatMap((row) => missingValues("fault", row))).toEqual([]);
    expect([...(refused?.people ?? [])]).toEqual([person?.id]);
    expect(Object.keys(byId)).toHaveLength(8);
    expect(notes.map(({ code }) => code)).toEqual(path === "/users" ? ["enrollments_left_out"] : []);
  },
);

test.each([
  ["OneRoster 1.1", "orgs", "class", () => oneRoster("1.1")],
  ["OneRoster 1.2", "roles.org", "class", () => oneRoster("1.2")],
  [
    "Skolon",
    "schoolIds",
    "classes",
    () => readToEnd(readSkolon({ baseUrl: source.bases.skolon, credentials: client() }, sourceOptions())),
  ],
] as const)(
  "given a school and a class that %s does not have, then refuses both, and nobody leaves for it",
  async (_, schoolField, classField, read) => {
    const content = smallSource();
    const people = Object.fromEntries(content.people.map((person) => [person.id, person]));
    Object.assign(people["p-1"] ?? {}, { schoolIds: ["NOPE"], classes: [] });
    Object.assign(people["p-2"] ?? {}, { classes: [{ id: "NOPE", role: "student" }] });
    await source.set(content);
    const { byId, refused } = await read();
    const invalid = (id: string, field: string) => ({
      code: "unknown_record_reference",
      values: expect.objectContaining({ id: expect.stringContaining(id), field, value: "NOPE" }),
    });
    expect(refused?.rows).toHaveLength(2);
    expect(refused?.rows).toEqual(expect.arrayContaining([invalid("p-1", schoolField), invalid("p-2", classField)]));
    expect([...(refused?.people ?? [])]).toEqual(["p-1"]);
    expect([...(refused?.classesOf ?? [])]).toEqual(["p-2"]);
    expect(byId["p-1"]).toBeUndefined();
    expect(byId["p-2"]?.groups).toEqual([]);
  },
);

test("given an id twice on one page, then refuses the second record", async () => {
  const content = smallSource();
  const [first, second] = content.schools;
  content.schools = [...content.schools, { ...(second ?? first), name: "Other" } as (typeof content.schools)[number]];
  await source.set(content);
  const { organizations, refused } = await oneRoster("1.2");
  expect(organizations).toEqual(schools);
  expect(refused?.rows).toEqual([{ code: "duplicate_record", values: { path: "/orgs", record: 4, id: "org-2" } }]);
  expect(missingValues("fault", refused?.rows[0] ?? { code: "", values: {} })).toEqual([]);
});

describe("OneRoster over REST", () => {
  test("uses the path of the configured address and never sends the client secret in a URL", async () => {
    await source.fail();
    const baseUrl = `${source.url}/ims/oneroster/v1p1/`;
    await readToEnd(readOneRosterRest({ baseUrl, credentials: client(), version: "1.1" }, sourceOptions()));
    const requests = await source.requests();
    expect(requests.slice(0, 2)).toEqual(["POST /oauth/token", "GET /ims/oneroster/v1p1/orgs?limit=4&offset=0"]);
    expect(requests.join()).not.toContain(source.clientSecret);
    // The first page of people is requested again at the end, to detect changed ids.
    expect(requests.filter((line) => line.endsWith("/users?limit=4&offset=0"))).toHaveLength(2);
  });

  test("given no version, then reads 1.2 if the service supports it, else 1.1", async () => {
    const config = { baseUrl: source.bases.oneRoster, credentials: client() };
    const pathsOf = async (...faults: Parameters<RosterSource["fail"]>) => {
      await source.fail(...faults);
      await readToEnd(readOneRosterRest(config, sourceOptions()));
      return (await source.requests()).filter((line) => line.includes("/orgs?")).map((line) => line.split("?")[0]);
    };
    const newer = "GET /ims/oneroster/rostering/v1p2/orgs";
    expect(await pathsOf()).toEqual([newer, newer]);
    const older = "GET /ims/oneroster/v1p1/orgs";
    expect(await pathsOf({ list: "orgs", times: 1, kind: "status", status: 404 })).toEqual([newer, older]);
  });

  test.each(["1.1", "1.2"] as const)("given version %s and a time, then returns the changes since", async (version) => {
    const content = smallSource();
    const people = Object.fromEntries(content.people.map((person) => [person.id, person]));
    const changedAt = "2026-11-20T08:00:00.000Z";
    Object.assign(people["p-1"] ?? {}, { familyName: "Berg", changedAt });
    Object.assign(people["p-2"] ?? {}, { isGone: true, changedAt });
    await source.set(content);
    const { mode, byId, removedPeople, enrollmentChanges } = await oneRoster(version, new Date("2026-11-19T00:00:00Z"));
    expect(mode).toBe("delta");
    expect(Object.keys(byId)).toEqual(["p-1"]);
    expect(byId["p-1"]).toMatchObject({ name: "Alva Berg", organizations: ["org-2"] });
    expect(removedPeople).toEqual(["p-2"]);
    expect(enrollmentChanges).toEqual([
      { personSourceId: "p-1", groupSourceId: "class-1", role: "student", isGone: false },
    ]);
  });

  test.each(["1.1", "1.2"] as const)(
    "given enrollments of %s whose users are not there, then refuses each by its number and id, and nobody leaves their classes",
    async (version) => {
      const placesOfNobody = [
        { personId: "p-9", classId: "class-2" },
        { personId: "t-9", classId: "class-3" },
      ];
      await source.set({ ...smallSource(), placesOfNobody });
      const { byId, refused, notes } = await oneRoster(version);
      const invalid = (record: number, value: string) => ({
        code: "unknown_record_reference",
        values: { path: "/enrollments", record, id: `place-of-${value}`, field: "user", value },
      });
      expect(refused?.rows).toEqual([invalid(9, "p-9"), invalid(10, "t-9")]);
      expect(refused?.rows.flatMap((row) => missingValues("fault", row))).toEqual([]);
      expect([...(refused?.classes ?? [])]).toEqual(["class-2", "class-3"]);
      expect(refused?.isComplete()).toBe(true);
      expect(notes).toEqual([]);
      expect(Object.keys(byId)).toHaveLength(9);
    },
  );

  test("given enrollments of a user whose record is refused, then counts them, and nobody leaves their classes", async () => {
    const content = smallSource();
    Object.assign(content.people.find(({ id }) => id === "p-2") ?? {}, { familyName: 7 });
    await source.set(content);
    const { refused, notes } = await oneRoster("1.2");
    expect(refused?.number()).toBe(1);
    expect([...(refused?.classes ?? [])]).toEqual(["class-2"]);
    expect(notes).toEqual([{ code: "enrollments_left_out", values: { number: 1 } }]);
  });

  test("given a bulk read, then omits inactive people and notes how many", async () => {
    const content = smallSource();
    content.people = content.people.map((person) => (person.id === "p-1" ? { ...person, isActive: false } : person));
    await source.set(content);
    const { byId, notes } = await oneRoster("1.2");
    expect(byId["p-1"]).toBeUndefined();
    expect(notes).toEqual([{ code: "people_inactive", values: { number: 1 } }]);
  });
});

describe("SS 12000", () => {
  const read = (credentials = client()) =>
    readToEnd(readSs12000({ baseUrl: source.bases.ss12000, credentials }, sourceOptions()));

  test("given no activities, then assigns teachers to the classes that they mentor, and notes it", async () => {
    await source.fail({ list: "activities", kind: "status", status: 404 });
    const { byId, notes } = await read();
    expect(byId["t-1"]?.groups).toEqual([{ sourceId: "class-1", role: "teacher" }]);
    expect(notes).toEqual([{ code: "activities_not_read", values: {} }]);
  });

  test("reads with the token of the settings, and fails as unauthorised with another", async () => {
    const { byId } = await read({ kind: "bearer", token: "token-of-the-source" });
    expect(Object.keys(byId)).toHaveLength(9);
    await expect(read({ kind: "bearer", token: "another" })).rejects.toMatchObject({ code: "unauthorised" });
  });

  test("excludes people with a protected identity and their guardians, and notes only their number", async () => {
    const content = smallSource();
    const marks: Record<string, string> = {
      "p-1": "Sekretessmarkering",
      "p-2": "Skyddad folkbokföring",
      "p-3": "Ingen",
    };
    content.people = content.people.map((person) => ({ ...person, marking: marks[person.id] ?? "" }));
    await source.set(content);
    const { byId, leftAlone, notes } = await read();
    expect(Object.keys(byId).sort()).toEqual(["p-3", "p-4", "p-5", "p-6", "t-1", "t-2"]);
    expect([...(leftAlone ?? [])].sort()).toEqual(["g-1", "p-1", "p-2"]);
    expect(notes).toContainEqual({ code: "people_protected", values: { number: 2 } });
    expect(JSON.stringify(notes)).not.toContain("Alva");
  });

  test("passes over groups that are no classes, and refuses those of a type that the standard does not have", async () => {
    const content = smallSource();
    const types = ["Personalgrupp", "Banan"];
    content.classes = content.classes.map((each, index) => ({
      ...each,
      ...(types[index] && { groupType: types[index] }),
    }));
    await source.set(content);
    const { groups, refused } = await read();
    expect(groups.map(({ name }) => name)).toEqual(["3A", "3B"]);
    const values = { path: "/groups", record: 2, id: "class-2", field: "groupType", value: "Banan" };
    expect(refused?.rows).toEqual([{ code: "invalid_record_value", values }]);
    expect(refused?.isComplete(), "its members would leave their class").toBe(false);
  });

  test("omits national identity numbers", async () => {
    const { byId } = await read();
    expect(JSON.stringify(byId)).not.toContain("201201012384");
  });
});
