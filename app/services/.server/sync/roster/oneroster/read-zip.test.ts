import { describe, expect, test } from "vitest";
import { csvLine, type FileChanges, oneRosterFile, oneRosterFiles } from "#tests/support/oneroster-files";
import { readToEnd, sourceOptions } from "#tests/support/read-roster";
import { type SourceContent, smallSource } from "#tests/support/roster-content";
import { missingValues } from "#tests/support/roster-texts";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import { readOneRosterZip } from "./read-zip";

/** Rosters from OneRoster CSV files; docs/product/roster-sources.md#oneroster. */

type Shape = { version?: "1.1" | "1.2"; mode?: "bulk" | "delta" };
const read = async (content: SourceContent, shape: Shape = {}, changes: FileChanges = {}) => {
  const roster = await readToEnd(readOneRosterZip(await oneRosterFile(content, shape, changes), sourceOptions()));
  expect(roster.notes.flatMap((note) => missingValues("note", note))).toEqual([]);
  return roster;
};
const textOf = (file: string, shape: Shape = {}, content = smallSource()) =>
  [...(oneRosterFiles(content, shape)[file] ?? [])].join("");

describe.each(["1.1", "1.2"] as const)("a bulk archive of version %s", (version) => {
  test("returns schools with unit codes and parent organisations", async () => {
    const { organizations, mode } = await read(smallSource(), { version });
    expect(mode).toBe("bulk");
    expect(organizations).toEqual([
      { sourceId: "org-1", name: "Björkö kommun", unitCode: null, parentSourceId: null },
      { sourceId: "org-2", name: "Åsskolan", unitCode: "12345678", parentSourceId: "org-1" },
      { sourceId: "org-3", name: "Ängsskolan", unitCode: "23456789", parentSourceId: "org-1" },
    ]);
  });

  test("returns classes and people with their classes", async () => {
    const { groups, byId, removedPeople, enrollmentChanges, notes } = await read(smallSource(), { version });
    expect(groups[0]).toEqual({ sourceId: "class-1", name: "2A", organizationSourceId: "org-2" });
    expect(Object.keys(byId)).toHaveLength(9);
    expect(byId["t-1"]).toEqual({
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
    });
    expect(byId["p-2"]).toMatchObject({ kind: "students", groups: [{ sourceId: "class-2", role: "student" }] });
    expect(byId["t-2"]?.kind).toBe("employees");
    expect(byId["g-1"]).toMatchObject({ kind: "guardians", groups: [] });
    expect(removedPeople).toEqual([]);
    expect(enrollmentChanges).toBeUndefined();
    expect(notes).toEqual([]);
  });
});

describe("given records that a bulk archive cannot use", () => {
  test("then notes people who are inactive, or have a role that only their system knows, and leaves the latter", async () => {
    const content = smallSource();
    const people = Object.fromEntries(content.people.map((person) => [person.id, person]));
    Object.assign(people["p-1"] ?? {}, { isActive: false });
    Object.assign(people["p-3"] ?? {}, { role: "ext:librarian" });
    const { byId, notes, refused } = await read(content, { version: "1.2" });
    expect(Object.keys(byId)).toEqual(["t-1", "t-2", "p-2", "p-4", "p-5", "p-6", "g-1"]);
    expect(notes).toEqual(
      expect.arrayContaining([
        { code: "people_inactive", values: { number: 1 } },
        { code: "unknown_roles", values: { number: 1, roles: "ext:librarian" } },
        // The class place of the person whose role is not synced.
        { code: "enrollments_left_out", values: { number: 1 } },
      ]),
    );
    expect(notes).toHaveLength(3);
    expect(refused?.number()).toBe(0);
    expect([...(refused?.people ?? [])], "nobody is removed for a role that is not understood").toEqual(["p-3"]);
  });

  test("then notes class places that have ended or have a role that is not synced", async () => {
    const lines = [
      "x-1,,,class-1,org-2,p-1,student,,2026-08-15,2026-11-23",
      "x-3,,,class-1,org-2,p-1,proctor,,,",
      "x-5,,,class-2,org-2,p-1,student,,2026-08-15,2026-11-24",
    ];
    const enrollments = `${textOf("enrollments.csv")}${lines.join("\r\n")}\r\n`;
    const { byId, notes } = await read(smallSource(), {}, { "enrollments.csv": enrollments });
    expect(byId["p-1"]?.groups.map(({ sourceId }) => sourceId)).toEqual(["class-1", "class-2"]);
    expect(notes).toEqual([{ code: "enrollments_left_out", values: { number: 2 } }]);
  });

  test("then notes unknown columns and unknown files", async () => {
    const orgs = textOf("orgs.csv")
      .split("\r\n")
      .map((line, index) => (line === "" ? line : `${line},${index === 0 ? "colour,metadata.size" : "red,1"}`))
      .join("\r\n");
    const { notes } = await read(smallSource(), {}, { "orgs.csv": orgs, "courses.csv": "", "photos.zip": "x" });
    expect(notes).toEqual([
      { code: "unknown_columns", values: { file: "orgs.csv", columns: "colour" } },
      { code: "unknown_files", values: { files: "photos.zip" } },
    ]);
  });
});

describe("given rows that cannot be read", () => {
  const headings = textOf("users.csv").split("\r\n")[0]?.split(",") ?? [];
  const user = (values: Record<string, string>) =>
    csvLine(headings.map((heading) => ({ enabledUser: "true", role: "student", ...values })[heading] ?? ""));

  test("then refuses each with its file and line, and reads the others", async () => {
    const users = [
      textOf("users.csv"),
      user({ sourcedId: "p-1", givenName: "Other", familyName: "Person", orgSourcedIds: "org-2" }),
      user({ sourcedId: "x-1", givenName: "Maybe", enabledUser: "perhaps" }),
      user({ sourcedId: "x-2", givenName: " " }),
      'x-3,,,true,org-2,"student,no-end\r\n',
      user({ sourcedId: "x-4", givenName: "Read", familyName: "Anyway", orgSourcedIds: "org-2" }),
    ].join("");
    const enrollments = `${textOf("enrollments.csv")}x,,,class-2,org-2,p-1,,,,\r\n`;
    const classes = textOf("classes.csv").replace("class-4,,,3B", "class-4,,,");
    const { byId, refused, groups } = await read(
      smallSource(),
      {},
      { "users.csv": users, "enrollments.csv": enrollments, "classes.csv": classes },
    );
    const place = (file: string, line: number) => ({ file, line });
    expect(refused?.rows).toEqual([
      { code: "missing_value", values: { ...place("classes.csv", 5), column: "title" } },
      { code: "missing_value", values: { ...place("enrollments.csv", 10), column: "role" } },
      { code: "duplicate_id", values: { ...place("users.csv", 11), id: "p-1" } },
      { code: "invalid_value", values: { ...place("users.csv", 12), column: "enabledUser", value: "perhaps" } },
      { code: "missing_value", values: { ...place("users.csv", 13), column: "givenName, familyName" } },
      { code: "malformed", values: place("users.csv", 14) },
    ]);
    expect(byId["p-1"]?.name, "the first row with an id counts").toBe("Alva Nyström");
    expect(byId["x-4"]?.name, "an unclosed quotation mark spoils only its own row").toBe("Read Anyway");
    expect(groups.map(({ sourceId }) => sourceId)).toEqual(["class-1", "class-2", "class-3"]);
    expect([...(refused?.people ?? [])]).toEqual(["x-1", "x-2"]);
    expect([...(refused?.classesOf ?? [])], "also the people of the refused class").toEqual(["p-4", "p-6", "p-1"]);
    expect(refused?.isComplete(), "the row of line 14 may be about anybody").toBe(false);
  });

  test("and roles, statuses or dates that the standard does not have, then refuses each with its value", async () => {
    const school = { givenName: "Ada", familyName: "Berg", orgSourcedIds: "org-2" };
    const users = [
      textOf("users.csv"),
      user({ sourcedId: "x-1", ...school, role: "banana" }),
      user({ sourcedId: "x-2", ...school, role: "" }),
      user({ sourcedId: "x-3", ...school, status: "deleted" }),
      user({ sourcedId: "x-4", ...school, role: "constructor" }),
      user({ sourcedId: "x-5", ...school, role: "x".repeat(100) }),
      // Whoever is disabled has left, whatever their role.
      user({ sourcedId: "x-6", ...school, role: "banana", enabledUser: "false" }),
      user({ sourcedId: "x-7", ...school, role: "ext:helper" }),
    ].join("");
    const places = [
      "x-1,,,class-2,org-2,p-1,banana,,,",
      "x-2,,,class-2,org-2,p-2,student,,,12/31/2027",
      "x-3,,,class-2,org-2,p-3,banana,,,2026-06-10",
      "x-4,,,class-2,org-2,p-4,student,,,2020-02-30",
      "x-5,,,class-2,org-2,p-5,student,,,2026-13-45",
      "x-6,,,class-2,org-2,p-6,student,,,2024-02-29T00:00:00.000Z",
    ];
    const enrollments = `${textOf("enrollments.csv")}${places.join("\r\n")}\r\n`;
    const { byId, refused, notes } = await read(
      smallSource(),
      {},
      { "users.csv": users, "enrollments.csv": enrollments },
    );
    const invalid = (file: string, line: number, column: string, value: string) => ({
      code: "invalid_value",
      values: { file, line, column, value },
    });
    expect(refused?.rows).toEqual([
      invalid("enrollments.csv", 10, "role", "banana"),
      invalid("enrollments.csv", 11, "endDate", "12/31/2027"),
      invalid("enrollments.csv", 13, "endDate", "2020-02-30"),
      invalid("enrollments.csv", 14, "endDate", "2026-13-45"),
      invalid("users.csv", 11, "role", "banana"),
      { code: "missing_value", values: { file: "users.csv", line: 12, column: "role" } },
      invalid("users.csv", 13, "status", "deleted"),
      invalid("users.csv", 14, "role", "constructor"),
      invalid("users.csv", 15, "role", `${"x".repeat(40)}…`),
      // Only 1.2 lets systems add roles.
      invalid("users.csv", 17, "role", "ext:helper"),
    ]);
    expect(refused?.rows.flatMap((row) => missingValues("fault", row))).toEqual([]);
    expect(Object.keys(byId), "the other rows are read").toHaveLength(9);
    expect([...(refused?.people ?? [])]).toEqual(["x-1", "x-2", "x-3", "x-4", "x-5", "x-7"]);
    expect([...(refused?.classesOf ?? [])]).toEqual(["p-1", "p-2", "p-4", "p-5"]);
    expect(refused?.isComplete(), "every row names its person").toBe(true);
    expect(notes).toEqual([
      { code: "enrollments_left_out", values: { number: 2 } },
      { code: "people_inactive", values: { number: 1 } },
    ]);
  });

  test("and a role in roles.csv that the standard does not have, then refuses that row and leaves its person", async () => {
    const shape = { version: "1.2" } as const;
    const roles = `${textOf("roles.csv", shape)}x,,,p-1,secondary,banana,,,org-2,\r\ny,,,p-2,secondary,banana,,2026-06-10,org-2,\r\n`;
    const { byId, refused } = await read(smallSource(), shape, { "roles.csv": roles });
    expect(refused?.rows).toEqual([
      { code: "invalid_value", values: { file: "roles.csv", line: 12, column: "role", value: "banana" } },
    ]);
    expect([...(refused?.people ?? [])]).toEqual(["p-1"]);
    expect(byId["p-1"]).toBeUndefined();
    expect(byId["p-2"]?.organizations, "a role that has ended does not matter").toEqual(["org-2"]);
  });

  test.each([
    ["1.1", "administrator aide guardian parent proctor relative student teacher"],
    [
      "1.2",
      "aide counselor districtAdministrator guardian parent principal proctor relative siteAdministrator student systemAdministrator teacher",
    ],
  ] as const)("then every role of %s is read", async (version, names) => {
    const content = smallSource();
    content.people = names
      .split(" ")
      .map((role) => ({ ...content.people[3], id: role, role })) as typeof content.people;
    const { byId, refused, notes } = await read(content, { version });
    expect(Object.keys(byId)).toEqual(names.split(" "));
    expect([refused?.number(), notes]).toEqual([0, []]);
  });

  test("and a person without username, given name or family name, then reads them and names the row", async () => {
    const school = { orgSourcedIds: "org-2" };
    const users = [
      textOf("users.csv"),
      user({ sourcedId: "x-1", ...school, username: "a", familyName: "van den Berg" }),
      user({ sourcedId: "x-2", ...school, username: "b", givenName: "Anna Maria" }),
      user({ sourcedId: "x-3", ...school, givenName: "Ada", familyName: "Berg" }),
      user({ sourcedId: "x-4", ...school, givenName: "Ida", familyName: "Berg" }),
    ].join("");
    const { byId, refused, notes } = await read(smallSource(), {}, { "users.csv": users });
    expect(refused?.number()).toBe(0);
    expect(byId["x-1"]).toMatchObject({ name: "van den Berg", familyName: "van den Berg" });
    expect(byId["x-2"]).toMatchObject({ name: "Anna Maria", familyName: "" });
    expect(byId["x-3"]?.username).toBeNull();
    expect(notes).toEqual([
      { code: "people_without_given_name", values: { file: "users.csv", number: 1, rows: "11" } },
      { code: "people_without_family_name", values: { file: "users.csv", number: 1, rows: "12" } },
      { code: "people_without_username", values: { file: "users.csv", number: 2, rows: "13, 14" } },
    ]);
  });

  test("and no usernames at all, then one note names the first rows", async () => {
    const rows = Array.from({ length: 30 }, (_, index) =>
      user({ sourcedId: `x-${index}`, givenName: "Ada", familyName: "Berg", orgSourcedIds: "org-2" }),
    );
    const { notes } = await read(smallSource(), {}, { "users.csv": textOf("users.csv") + rows.join("") });
    const first = Array.from({ length: 20 }, (_, index) => 11 + index).join(", ");
    expect(notes).toEqual([
      { code: "people_without_username", values: { file: "users.csv", number: 30, rows: `${first} …` } },
    ]);
  });

  test("and only repeated ids and bad values of known people, then the others are complete", async () => {
    const users = textOf("users.csv") + user({ sourcedId: "x-1", givenName: "Maybe", enabledUser: "perhaps" });
    const { refused } = await read(smallSource(), {}, { "users.csv": users + user({ sourcedId: "p-1" }) });
    expect(refused?.number()).toBe(2);
    expect(refused?.isComplete()).toBe(true);
  });

  test("and faults of several files, then reports all of them together with the rows", async () => {
    const error = await read(
      smallSource(),
      {},
      {
        "manifest.csv": textOf("manifest.csv").replace("file.classes,bulk", "file.classes,some"),
        "orgs.csv": textOf("orgs.csv").replace("name,type", "title,kind"),
        "users.csv": `${textOf("users.csv")}x-1,,\r\n`,
        "enrollments.csv": null,
      },
    ).catch((thrown: unknown) => thrown as RosterSourceError);
    if (!(error instanceof RosterSourceError)) throw new Error("the archive was read");
    expect([{ code: error.code, values: error.values }, ...error.others]).toEqual([
      { code: "unknown_mode", values: { file: "classes.csv", mode: "some" } },
      { code: "announced_file_missing", values: { file: "enrollments.csv" } },
      { code: "missing_column", values: { file: "orgs.csv", column: "name" } },
      { code: "missing_column", values: { file: "orgs.csv", column: "type" } },
      { code: "malformed", values: { file: "users.csv", line: 11 } },
    ]);
  });
});

describe.each(["1.1", "1.2"] as const)("a delta of version %s", (version) => {
  test("may refer to schools, classes and people that it does not have", async () => {
    const shape = { version, mode: "delta" } as const;
    const [pupil] = smallSource().people.filter(({ id }) => id === "p-1");
    const content = { schools: [], classes: [], people: pupil ? [pupil] : [] };
    const place = "x-1,active,2026-11-20T08:00:00.000Z,class-9,org-9,p-9,student,,,\r\n";
    const { byId, refused, enrollmentChanges } = await read(content, shape, {
      "enrollments.csv": `${textOf("enrollments.csv", shape, content)}${place}`,
    });
    expect(byId["p-1"]?.organizations).toEqual(["org-2"]);
    expect(enrollmentChanges).toHaveLength(2);
    expect(refused?.number()).toBe(0);
  });

  test("returns changed people, removed people, and class places that were added or removed", async () => {
    const content = smallSource();
    const [teacher, , pupil, second] = content.people;
    if (!teacher || !pupil || !second) throw new Error("The sample has people");
    const changes: SourceContent = {
      schools: [],
      classes: [],
      people: [
        { ...pupil, familyName: "Berg", classes: [{ id: "class-2", role: "student" }] },
        { ...second, isGone: true },
      ],
    };
    const left = "x-1,tobedeleted,2026-11-20T08:00:00.000Z,class-1,org-2,p-3,student,,,\r\n";
    const shape = { version, mode: "delta" } as const;
    const { mode, byId, removedPeople, enrollmentChanges, organizations } = await read(changes, shape, {
      "enrollments.csv": `${textOf("enrollments.csv", shape, changes)}${left}`,
    });
    expect(mode).toBe("delta");
    expect(organizations).toEqual([]);
    expect(byId).toMatchObject({
      "p-1": { name: "Alva Berg", organizations: ["org-2"], groups: [{ sourceId: "class-2", role: "student" }] },
    });
    expect(Object.keys(byId)).toEqual(["p-1"]);
    expect(removedPeople).toEqual(["p-2"]);
    expect(enrollmentChanges).toEqual([
      { personSourceId: "p-1", groupSourceId: "class-2", role: "student", isGone: false },
      { personSourceId: "p-3", groupSourceId: "class-1", role: "student", isGone: true },
    ]);
  });
});

describe("version 1.2", () => {
  test("takes the kind of the primary role and only the schools of that role", async () => {
    const roles = [
      "sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId",
      "r-1,,,g-1,secondary,parent,,,org-2,",
      "r-2,,,g-1,primary,teacher,,,org-3,",
      "r-3,,,p-1,primary,student,,2026-06-10,org-3,",
      "r-4,,,p-1,primary,student,,,org-2,",
    ];
    const { byId, notes, refused } = await read(
      smallSource(),
      { version: "1.2" },
      { "roles.csv": `${roles.join("\n")}\n` },
    );
    expect(byId["g-1"]).toMatchObject({ kind: "employees", organizations: ["org-3"] });
    expect(byId["p-1"]?.organizations).toEqual(["org-2"]);
    expect(notes).toContainEqual({ code: "people_without_role", values: { number: 7 } });
    expect(refused?.people.size, "the standard demands a role, so that they have not left").toBe(7);
  });

  test("uses preferred names", async () => {
    const users = textOf("users.csv", { version: "1.2" }).replace(
      "p-1,,,true,p-1@skola.example,,Alva,Nyström,,,p-1@mail.example,,,,,,ext-p-1,,,,,",
      'p-1,,,true,p-1@skola.example,,Alva,Nyström,Maria,,p-1@mail.example,,,,,,ext-p-1,,Alve,,"af Ström, den yngre",',
    );
    const { byId } = await read(smallSource(), { version: "1.2" }, { "users.csv": users });
    expect(byId["p-1"]?.name).toBe("Alve af Ström, den yngre");
  });
});

describe("variants of other systems", () => {
  test("accepts a byte order mark, headings in another case and order, line feeds only, an empty last line", async () => {
    const orgs = "\ufeffNAME,sourcedid,Type,identifier\nÅsskolan,org-2,school,12345678\nÄngsskolan,org-3,school,\n\n";
    const { organizations } = await read(smallSource(), {}, { "orgs.csv": orgs });
    expect(organizations).toEqual([
      { sourceId: "org-2", name: "Åsskolan", unitCode: "12345678", parentSourceId: null },
      { sourceId: "org-3", name: "Ängsskolan", unitCode: null, parentSourceId: null },
    ]);
  });

  test.each([
    ["semicolons", ";"],
    ["tabs", "\t"],
  ])("accepts values separated by %s", async (_, separator) => {
    const files = ["orgs.csv", "classes.csv", "enrollments.csv", "users.csv", "manifest.csv"].map((file) => {
      const lines = textOf(file).split("\r\n");
      const quoted = lines.map((line) => line.replace(/"[^"]*"/g, (text) => text.replaceAll(",", "\0")));
      return [file, quoted.map((line) => line.replaceAll(",", separator).replaceAll("\0", ",")).join("\r\n")];
    });
    const { byId, notes, refused } = await read(smallSource(), {}, Object.fromEntries(files));
    expect(Object.keys(byId)).toHaveLength(9);
    expect(byId["t-1"]?.organizations).toEqual(["org-2", "org-3"]);
    expect([notes, refused?.number()]).toEqual([[], 0]);
  });

  test("accepts values with commas, quotation marks and line breaks", async () => {
    const orgs = 'sourcedId,name,type\r\norg-2,"Ås, ""den gamla""\r\nskolan",school\r\norg-3,B,school\r\n';
    const { organizations } = await read(smallSource(), {}, { "orgs.csv": orgs });
    expect(organizations[0]?.name).toBe('Ås, "den gamla"\r\nskolan');
  });

  test("accepts a folder around the files, and the extra files of macOS", async () => {
    const files = oneRosterFiles(smallSource());
    const inFolder = Object.fromEntries(
      Object.entries(files).flatMap(([name, rows]) => [
        [name, null],
        [`Export 2026/${name}`, [...rows].join("")],
        [`__MACOSX/Export 2026/._${name}`, "Mac"],
      ]),
    );
    const { byId, notes } = await read(smallSource(), {}, inFolder);
    expect(Object.keys(byId)).toHaveLength(9);
    expect(notes).toEqual([]);
  });
});

test("given an abort while people are read, then the next read throws its reason", async () => {
  const ending = new AbortController();
  const roster = await readOneRosterZip(await oneRosterFile(smallSource()), sourceOptions({}, ending.signal));
  const people = roster.people[Symbol.asyncIterator]();
  await people.next();
  ending.abort(new Error("The product stops"));
  await expect(people.next()).rejects.toThrow("The product stops");
});
