import { describe, expect, it } from "vitest";
import { readBulkForm } from "~/control-panel/bulk/bulk-form.server";
import { parseFilters, readListState } from "~/control-panel/lists/read-list";
import {
  defaultList,
  type ListState,
  listHref,
  listQuery,
  pressedSorts,
  sortFields,
  toggleFilter,
} from "./list-address";

const read = (query: string) => readListState(new URLSearchParams(query));
const id = { by: "id", desc: true };
const up = (by: string) => ({ by, desc: false });
const down = (by: string) => ({ by, desc: true });

describe("a list's state in the URL", () => {
  it("is the default for an empty query", () => {
    expect(read("")).toEqual(defaultList);
    expect(listQuery(read(""))).toEqual({ pageNumber: 1, pageSize: 10, sortBy: "id", sortOrder: "desc" });
    expect(listHref("/list", defaultList, {})).toBe("/list");
  });

  it("given every field set, then the URL is read back as the same state", () => {
    const whole: ListState = {
      page: 3,
      itemsPerPage: 50,
      sorts: [up("name"), down("email")],
      multiSort: true,
      mustSort: true,
      groupBy: "groups",
      groupDesc: true,
      searchString: "Åsa & Öst",
      filters: { shared: true, type: ["student", "guardian"] },
      columns: ["username", "groups"],
      organization: "a-b",
      cursor: null,
    };
    const href = listHref("/list", whole, { page: 3 });
    expect(read(href.split("?")[1] ?? "")).toEqual(whole);
    expect(href).toContain("sortBy=name,email&sortDesc=false,true");
  });

  it("ignores invalid values", () => {
    expect(read("page=0&itemsPerPage=7000&filters={&sortDesc=maybe&columns=<script>&multiSort=1")).toEqual(defaultList);
    expect(read("page=-2&filters=[1]&itemsPerPage=2.5&sortBy=,,&groupBy=")).toEqual(defaultList);
    expect(read("itemsPerPage=-1").itemsPerPage).toBe(-1);
  });

  it("starts at page 1 when anything but the page changes", () => {
    const deep = { ...defaultList, page: 9, searchString: "a" };
    expect(listHref("/list", deep, { searchString: "b" })).toBe("/list?searchString=b");
    expect(listHref("/list", deep, { page: 10 })).toBe("/list?searchString=a&page=10");
  });

  it("toggleFilter adds a filter and removes one that is set", () => {
    expect(toggleFilter({}, "shared", true)).toEqual({ shared: true });
    expect(toggleFilter({ shared: true, admin: true }, "shared", true)).toEqual({ admin: true });
  });

  it("requests pages of 100 when all rows are shown", () => {
    expect(listQuery(read("itemsPerPage=-1")).pageSize).toBe(100);
  });
});

describe("sorting by several columns", () => {
  it.each([
    ["sortBy=name", [down("name")]],
    ["sortDesc=false", [up("id")]],
    ["sortBy=name,email&sortDesc=false,true", [up("name"), down("email")]],
    ["sortBy=name,email&sortDesc=false", [up("name"), down("email")]],
    ["sortBy=name&sortDesc=false&sortBy=email&sortDesc=true", [up("name"), down("email")]],
    ["sortBy=name&sortDesc=false&sortBy=&sortDesc=false&sortBy=email&sortDesc=true", [up("name"), down("email")]],
    ["sortBy=name,name&sortDesc=false,true", [up("name")]],
    ["sortBy=a,b,c,d", [down("a"), down("b"), down("c")]],
  ])("is read from %s, as links and forms write it", (query, sorts) => {
    expect(read(query).sorts).toEqual(sorts);
  });

  it("is sent to the service as lists of columns and of directions", () => {
    expect(listQuery(read("sortBy=name,email&sortDesc=false,true"))).toMatchObject({
      sortBy: "name,email",
      sortOrder: "asc,desc",
    });
    expect(sortFields({ sorts: [up("name"), down("email")] })).toEqual({
      sortBy: "name,email",
      sortDesc: "false,true",
    });
  });

  it.each([
    ["a new column", [id], "name", false, [up("name")]],
    ["the same column again", [up("name")], "name", false, [down("name")]],
    ["the same column a third time", [down("name")], "name", false, [id]],
    ["another column", [up("name")], "email", false, [up("email")]],
    ["one of two columns, without adding", [up("name"), up("email")], "email", false, [up("email")]],
    ["another column added", [up("name")], "email", true, [up("name"), up("email")]],
    ["the added column again", [up("name"), up("email")], "email", true, [up("name"), down("email")]],
    ["the added column a third time", [up("name"), down("email")], "email", true, [up("name")]],
    ["a column added to the order by id, which it replaces", [id], "name", true, [up("name")]],
    [
      "a fourth column added, which drops the first",
      [up("a"), up("b"), up("c")],
      "d",
      true,
      [up("b"), up("c"), up("d")],
    ],
  ])("changes when a column heading is pressed: %s", (_name, sorts, by, isAdded, after) => {
    expect(pressedSorts({ sorts, mustSort: false }, by, isAdded)).toEqual(after);
  });

  it("given mustSort, then pressing a descending column makes it ascending instead of removing it", () => {
    expect(pressedSorts({ sorts: [down("name")], mustSort: true }, "name", false)).toEqual([up("name")]);
  });
});

it.each(["{", "[]", "null", '"student"', "7"])(
  "given the filters %s, then they are invalid instead of empty, and a bulk form with them is rejected",
  (text) => {
    expect(parseFilters(text)).toBeNull();
    const form = new FormData();
    const fields = { act: "delete", all: "1", organization: "0b9c1a52-7a52-4a79-9d44-0b8a0c4a2f11", filters: text };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    expect(readBulkForm(form)).toBeNull();
    form.set("filters", '{"shared":true}');
    expect(readBulkForm(form)?.state.filters).toEqual({ shared: true });
  },
);
