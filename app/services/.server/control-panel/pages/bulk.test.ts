import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { pageReadScene } from "#tests/support/page-read-scene";
import { type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import type { BulkQuestionRead } from "~/services/contracts/pages/bulk";

const scene = pageReadScene();
let part: MatrixTarget;

beforeEach(async () => {
  part = await matrixTarget(scene.database, "se", "se-1001", "part", "own");
});

const question = (query: object, kind = "students"): Promise<BulkQuestionRead> =>
  scene.read("getBulkQuestion", "admin.se", { params: { id: part.school, kind }, query });

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
  await scene.database.execute(sql`update directory.users set has_badge = true where uid = ${part.student}`);
  expect(await countOf({ ids: part.student })).toBe(1);
  expect(await countOf({ q: part.secret })).toBe(1);
  expect(await countOf({ filters: JSON.stringify({ hasBadge: false }) })).toBe(0);
});

test("has the groups to move to, with their organisation, also by part of the name", async () => {
  const groups = [{ id: part.group, name: `Group ${part.secret}`, organization: `Part ${part.secret}` }];
  expect(await question({ ids: part.student, beside: "groups" })).toMatchObject({ groups, hasMoreGroups: false });
  expect(await question({ ids: part.student, beside: "groups", groupSearch: "nobody" })).toMatchObject({ groups: [] });
});
