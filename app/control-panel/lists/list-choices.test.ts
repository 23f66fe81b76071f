import { describe, expect, it } from "vitest";
import { savedListNames } from "~/services/contracts/saved-lists";
import { groupRows } from "./grouped-rows";
import { defaultList } from "./list-address";
import { chosenColumns, knownGroup, listDefinitions } from "./list-definitions";
import { readList } from "./read-list";

const { students } = listDefinitions;

describe("columns", () => {
  it("are those of the address, else those that are kept, else the list's own", () => {
    const kept = ["email"];
    expect(chosenColumns(students, { columns: ["status", "username"] }, kept)).toEqual(["username", "status"]);
    expect(chosenColumns(students, { columns: null }, kept)).toEqual(["email"]);
    expect(chosenColumns(students, { columns: null }, undefined)).toEqual(students.defaultColumns);
  });

  it("that the list does not have are not there", () => {
    expect(chosenColumns(students, { columns: ["password"] }, ["bankid"])).toEqual(students.defaultColumns);
  });

  it.each(savedListNames)("of %s are among those that can be chosen", (name) => {
    const { columns, defaultColumns } = listDefinitions[name];
    expect(columns).toEqual(expect.arrayContaining([...defaultColumns]));
  });
});

describe("groups", () => {
  it("are those that a list has", () => {
    expect(knownGroup(students, { ...defaultList, groupBy: "groups" })).toBe("groups");
    expect(knownGroup(students, { ...defaultList, groupBy: "password" })).toBeNull();
  });

  it("stand side by side in their own order, the rows in theirs, those without a group last", () => {
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

  it("stand under each of their groups", () => {
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

describe("an address", () => {
  const read = (query: string) => readList("groups", new URLSearchParams(query));

  it("that sorts or groups by what the list does not have is read without it", () => {
    expect(read("sortBy=email,name&sortDesc=true,false&groupBy=password")).toEqual({
      ...defaultList,
      sorts: [{ by: "name", desc: false }],
    });
    expect(read("sortBy=password").sorts).toEqual(defaultList.sorts);
    expect(read("sortBy=uid&sortDesc=false").sorts).toEqual([{ by: "uid", desc: false }]);
  });
});
