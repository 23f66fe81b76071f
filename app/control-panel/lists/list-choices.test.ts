import { describe, expect, it } from "vitest";
import { savedListNames } from "~/services/contracts/saved-lists";
import { defaultList } from "~/shell/list-address";
import { groupRows } from "./grouped-rows";
import { chosenColumns, knownGroup, listDefinitions } from "./list-definitions";
import { readList } from "./read-list";

const { students } = listDefinitions;

describe("columns", () => {
  it("the columns of the URL take precedence over the saved ones, and those over the list's default", () => {
    const saved = ["email"];
    expect(chosenColumns(students, { columns: ["status", "username"] }, saved)).toEqual(["username", "status"]);
    expect(chosenColumns(students, { columns: null }, saved)).toEqual(["email"]);
    expect(chosenColumns(students, { columns: null }, undefined)).toEqual(students.defaultColumns);
  });

  it("columns that the list does not have are ignored", () => {
    expect(chosenColumns(students, { columns: ["password"] }, ["bankid"])).toEqual(students.defaultColumns);
  });

  it.each(savedListNames)("the default columns of %s are among those that can be chosen", (name) => {
    const { columns, defaultColumns } = listDefinitions[name];
    expect(columns).toEqual(expect.arrayContaining([...defaultColumns]));
  });
});

describe("groups", () => {
  it("knownGroup accepts only the groups of the list", () => {
    expect(knownGroup(students, { ...defaultList, groupBy: "groups" })).toBe("groups");
    expect(knownGroup(students, { ...defaultList, groupBy: "password" })).toBeNull();
  });

  it("groupRows sorts the groups, keeps the order of the rows and puts rows without a group last", () => {
    const rows = [
      ["Bo", "2B"],
      ["Åsa", ""],
      ["Eva", "10A"],
      ["Ali", "2B"],
      ["Kim", "1A"],
    ] as const;
    const names = (isDescending: boolean) =>
      groupRows(rows, ([, group]) => group, isDescending, "sv").map(({ row: [name] }) => name);
    expect(names(false)).toEqual(["Kim", "Bo", "Ali", "Eva", "Åsa"]);
    expect(names(true)).toEqual(["Eva", "Bo", "Ali", "Kim", "Åsa"]);
  });

  it("groupRows repeats a row under each of its groups", () => {
    const rows = [
      ["Bo", ["2B", "Choir"]],
      ["Eva", []],
      ["Ali", ["Choir"]],
    ] as const;
    const placed = groupRows(rows, ([, groups]) => groups, false, "en").map(({ row: [name], label }) => [label, name]);
    expect(placed).toEqual([
      ["2B", "Bo"],
      ["Choir", "Bo"],
      ["Choir", "Ali"],
      ["", "Eva"],
    ]);
  });
});

describe("readList", () => {
  const read = (query: string) => readList("groups", new URLSearchParams(query));

  it("ignores sorts and groups that the list does not have", () => {
    expect(read("sortBy=email,name&sortDesc=true,false&groupBy=password")).toEqual({
      ...defaultList,
      sorts: [{ by: "name", desc: false }],
    });
    expect(read("sortBy=password").sorts).toEqual(defaultList.sorts);
    expect(read("sortBy=uid&sortDesc=false").sorts).toEqual([{ by: "uid", desc: false }]);
  });
});
