import { describe, expect, test } from "vitest";
import { type FileChanges, oneRosterFile, oneRosterFiles } from "#tests/support/oneroster-files";
import { readToEnd, sourceOptions } from "#tests/support/read-roster";
import { type SourceContent, smallSource } from "#tests/support/roster-content";
import { missingValues } from "#tests/support/roster-texts";
import { readOneRosterZip } from "./read-zip";

/** References to records that an archive does not have; docs/product/roster-sources.md#oneroster. */

type Shape = { version?: "1.1" | "1.2"; mode?: "bulk" | "delta" };
const read = async (content: SourceContent, shape: Shape = {}, changes: FileChanges = {}) => {
  const roster = await readToEnd(readOneRosterZip(await oneRosterFile(content, shape, changes), sourceOptions()));
  expect(roster.notes.flatMap((note) => missingValues("note", note))).toEqual([]);
  return roster;
};
const textOf = (file: string, shape: Shape = {}, content = smallSource()) =>
  [...(oneRosterFiles(content, shape)[file] ?? [])].join("");

describe("given references to records that a bulk archive does not have", () => {
  const invalid = (file: string, line: number, column: string, value: string) => ({
    code: "unknown_reference",
    values: { file, line, column, value },
  });
  const withSchools = (schools: Record<string, string[]>) => {
    const content = smallSource();
    content.people = content.people.map((each) => ({ ...each, schoolIds: schools[each.id] ?? each.schoolIds }));
    return content;
  };

  test("and schools of people, then refuses the row, and reads people with the schools that are known", async () => {
    const { byId, refused, notes } = await read(withSchools({ "p-1": ["NOPE"], "p-2": ["org-2", "NOPE"], "p-3": [] }));
    expect(refused?.rows).toEqual([
      invalid("users.csv", 4, "orgSourcedIds", "NOPE"),
      invalid("users.csv", 5, "orgSourcedIds", "NOPE"),
      { code: "missing_value", values: { file: "users.csv", line: 6, column: "orgSourcedIds" } },
    ]);
    expect([...(refused?.people ?? [])]).toEqual(["p-1", "p-3"]);
    expect([...(refused?.schoolsOf ?? [])]).toEqual(["p-2"]);
    expect(byId["p-1"]).toBeUndefined();
    expect(byId["p-2"]?.organizations).toEqual(["org-2"]);
    expect(refused?.isComplete(), "every row names its person").toBe(true);
    expect(notes.map(({ code }) => code)).not.toContain("people_without_school");
  });

  test("and schools or people in roles.csv, then refuses that row, and leaves people without a known school", async () => {
    const shape = { version: "1.2" } as const;
    const content = withSchools({ "p-1": ["NOPE"], "p-2": ["org-2", "NOPE"] });
    const roles = `${textOf("roles.csv", shape, content)}x,,,nobody,primary,student,,,org-2,\r\n`;
    const { byId, refused } = await read(content, shape, { "roles.csv": roles });
    const rows = textOf("roles.csv", shape, content).split("\r\n");
    const lineOf = (id: string) => rows.findIndex((row) => row.startsWith(id)) + 1;
    expect(refused?.rows).toEqual([
      invalid("roles.csv", lineOf("p-1-role-0"), "orgSourcedId", "NOPE"),
      invalid("roles.csv", lineOf("p-2-role-1"), "orgSourcedId", "NOPE"),
      invalid("roles.csv", rows.length, "userSourcedId", "nobody"),
    ]);
    expect([...(refused?.people ?? [])]).toEqual(["p-1"]);
    expect(refused?.schoolsOf.has("p-2")).toBe(true);
    expect(byId["p-1"]).toBeUndefined();
    expect(byId["p-2"]?.organizations).toEqual(["org-2"]);
  });

  test("and classes or people of class places, then refuses the row, and nobody leaves a class for it", async () => {
    const lines = ["x-1,,,NOPE,org-2,p-1,student,,,", "x-2,,,class-1,org-2,nobody,student,,,"];
    const enrollments = `${textOf("enrollments.csv")}${lines.join("\r\n")}\r\n`;
    const { byId, refused, notes } = await read(smallSource(), {}, { "enrollments.csv": enrollments });
    expect(refused?.rows).toEqual([
      invalid("enrollments.csv", 10, "classSourcedId", "NOPE"),
      invalid("enrollments.csv", 11, "userSourcedId", "nobody"),
    ]);
    expect([...(refused?.classesOf ?? [])]).toEqual(["p-1"]);
    expect([...(refused?.classes ?? [])], "whoever is meant has this class").toEqual(["class-1"]);
    expect(byId["p-1"]?.groups.map(({ sourceId }) => sourceId)).toEqual(["class-1"]);
    expect([refused?.isComplete(), notes]).toEqual([true, []]);
  });

  test("and the school of a class, then refuses the class, and its people stay in their classes", async () => {
    const classes = textOf("classes.csv").replace("class-4,,,3B,,course-1,,homeroom,,org-3", "class-4,,,3B,,,,,,NOPE");
    const { groups, refused, notes } = await read(smallSource(), {}, { "classes.csv": classes });
    expect(refused?.rows).toEqual([invalid("classes.csv", 5, "schoolSourcedId", "NOPE")]);
    expect(groups.map(({ sourceId }) => sourceId)).toEqual(["class-1", "class-2", "class-3"]);
    expect([...(refused?.classesOf ?? [])]).toEqual(["p-4", "p-6"]);
    expect(refused?.isComplete()).toBe(true);
    expect(notes).toEqual([{ code: "enrollments_left_out", values: { number: 2 } }]);
  });

  test("because these were refused themselves, then counts the references, and refuses only others", async () => {
    const { refused, notes } = await read(
      withSchools({ "p-1": ["NOPE"] }),
      {},
      {
        "orgs.csv": textOf("orgs.csv").replace("org-3,,,Ängsskolan", "org-3,,,"),
        "classes.csv": textOf("classes.csv").replace("class-1,,,2A", "class-1,,,"),
        "enrollments.csv": `${textOf("enrollments.csv")}x-1,,,NOPE,org-2,p-2,student,,,\r\n`,
      },
    );
    expect(refused?.rows).toEqual([
      { code: "missing_value", values: { file: "orgs.csv", line: 4, column: "name" } },
      { code: "missing_value", values: { file: "classes.csv", line: 2, column: "title" } },
      invalid("enrollments.csv", 10, "classSourcedId", "NOPE"),
      invalid("users.csv", 4, "orgSourcedIds", "NOPE"),
    ]);
    expect(refused?.isComplete()).toBe(false);
    expect(notes.map(({ code }) => code)).toEqual([
      "groups_without_school",
      "enrollments_left_out",
      "people_without_school",
    ]);
  });

  test("because a row of people is spoiled, then counts the class places of people who are not there", async () => {
    const { refused, notes } = await read(
      smallSource(),
      {},
      {
        "users.csv": `${textOf("users.csv")}x-1,,\r\n`,
        "enrollments.csv": `${textOf("enrollments.csv")}x-1,,,class-1,org-2,nobody,student,,,\r\n`,
      },
    );
    expect(refused?.rows).toEqual([{ code: "malformed", values: { file: "users.csv", line: 11 } }]);
    expect([...(refused?.classes ?? [])]).toEqual(["class-1"]);
    expect(notes).toEqual([{ code: "enrollments_left_out", values: { number: 1 } }]);
  });

  test("because the archive has no classes, then counts the class places, and their people stay in their classes", async () => {
    const manifest = textOf("manifest.csv").replace("file.classes,bulk", "file.classes,absent");
    const { refused, notes } = await read(smallSource(), {}, { "manifest.csv": manifest, "classes.csv": null });
    expect(refused?.number()).toBe(0);
    expect(refused?.classesOf.has("p-1")).toBe(true);
    expect(notes).toEqual([{ code: "enrollments_left_out", values: { number: 8 } }]);
  });
});
