import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { ServiceError } from "~/services/contracts/service-error";
import { readSorts } from "./list-page";

const columns = { id: sql`id`, name: sql`name` };

describe("the sort order of a list", () => {
  it("defaults to id descending and accepts several columns", () => {
    expect(readSorts(columns)).toEqual([{ by: "id", order: "desc" }]);
    expect(readSorts(columns, undefined, "asc")).toEqual([{ by: "id", order: "asc" }]);
    expect(readSorts(columns, "name,uid", "asc,desc")).toEqual([
      { by: "name", order: "asc" },
      { by: "id", order: "desc" },
    ]);
  });

  it.each([
    ["name", "up"],
    [undefined, "up"],
    ["shoes", "asc"],
  ])("rejects sortBy %s with sortOrder %s", (by, order) => {
    expect(() => readSorts(columns, by, order)).toThrow(ServiceError);
  });
});
