import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import { createDisplayCache } from "~/caching/display-cache";
import type { Database } from "~/db/.server/connect";
import type { BulkQuestionRead } from "~/services/contracts/pages/bulk";
import { createPanelPages } from "./panel-pages";

let database: Database;
let endpoints: ReturnType<typeof createPanelPages>;
let part: MatrixTarget;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  endpoints = createPanelPages({ databases, credentials: credentialsDouble, displayCache: createDisplayCache() });
});

beforeEach(async () => {
  part = await matrixTarget(database, "se", "se-1001", "part", "own");
});

async function question(query: object, kind = "students"): Promise<BulkQuestionRead> {
  const service = { name: "control-panel" as const, endpoints };
  const input = { params: { id: part.school, kind }, query };
  const { status, body } = await ask(service, "getBulkQuestion", input, await callerOf(database, "admin.se"));
  expect(status).toBe(200);
  return body.data;
}

const nothingBeside = { withBadge: 0, groups: [], hasMoreGroups: false };

test("counts those who match the search and filters, and has the first names", async () => {
  const names = [`Employee ${part.secret}`, `Guardian ${part.secret}`, `Pupil ${part.secret}`];
  expect(await question({ q: part.secret }, "users")).toEqual({ count: 3, names, ...nothingBeside });
  const filters = JSON.stringify({ type: "guardian" });
  expect(await question({ filters }, "users")).toEqual({ count: 1, names: [names[1]], ...nothingBeside });
});

test("counts the chosen ones, and names those who are still there", async () => {
  const ids = [part.student, part.group].join();
  expect(await question({ ids })).toEqual({ count: 2, names: [`Pupil ${part.secret}`], ...nothingBeside });
});

test("counts those who have a badge among the chosen ones and among those who match", async () => {
  const countOf = async (query: object) => (await question({ ...query, beside: "badges" })).withBadge;
  expect(await countOf({ ids: part.student })).toBe(0);
  await database.execute(sql`update directory.users set has_badge = true where uid = ${part.student}`);
  expect(await countOf({ ids: part.student })).toBe(1);
  expect(await countOf({ q: part.secret })).toBe(1);
  expect(await countOf({ filters: JSON.stringify({ hasBadge: false }) })).toBe(0);
});

test("has the groups to move to, with their organisation, also by part of the name", async () => {
  const groups = [{ id: part.group, name: `Group ${part.secret}`, organization: `Part ${part.secret}` }];
  expect(await question({ ids: part.student, beside: "groups" })).toMatchObject({ groups, hasMoreGroups: false });
  expect(await question({ ids: part.student, beside: "groups", groupSearch: "nobody" })).toMatchObject({ groups: [] });
});
