import { describe, expect, it } from "vitest";
import { defaultList, listHref, listQuery, readListState, toggleFilter } from "./list-address";

const read = (query: string) => readListState(new URLSearchParams(query));

describe("a list's state in the address", () => {
  it("is the spec's default when nothing is said", () => {
    expect(read("")).toEqual(defaultList);
    expect(listQuery(read(""))).toEqual({ pageNumber: 1, pageSize: 10, sortBy: "id", sortOrder: "desc" });
    expect(listHref("/list", defaultList, {})).toBe("/list");
  });

  it("comes back from the address as it went in", () => {
    const state = { ...defaultList, page: 3, itemsPerPage: 50, sortBy: "name", sortDesc: false };
    const whole = { ...state, searchString: "Åsa & Öst", filters: { shared: true }, organization: "a-b" };
    expect(read(listHref("/list", whole, { page: 3 }).split("?")[1] ?? "")).toEqual(whole);
  });

  it("forgives nonsense", () => {
    expect(read("page=0&itemsPerPage=7000&filters={&sortDesc=maybe")).toEqual(defaultList);
    expect(read("page=-2&filters=[1]&itemsPerPage=2.5")).toEqual(defaultList);
    expect(read("itemsPerPage=-1").itemsPerPage).toBe(-1);
  });

  it("starts over at page 1 when anything but the page changes", () => {
    const deep = { ...defaultList, page: 9, searchString: "a" };
    expect(listHref("/list", deep, { searchString: "b" })).toBe("/list?searchString=b");
    expect(listHref("/list", deep, { page: 10 })).toBe("/list?searchString=a&page=10");
  });

  it("switches filters on and off", () => {
    expect(toggleFilter({}, "shared", true)).toEqual({ shared: true });
    expect(toggleFilter({ shared: true, admin: true }, "shared", true)).toEqual({ admin: true });
  });
});
