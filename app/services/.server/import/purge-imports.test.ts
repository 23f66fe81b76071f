import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { type Cells, ImportScene } from "#tests/support/import-scene";
import { eraseFromImports, purgeExpiredImports } from "./purge-imports";

/** Data of an import that is deleted after 30 days, or with a person. docs/product/choices.md#own-calls. */

let scene: ImportScene;

beforeAll(async () => {
  scene = await ImportScene.open();
});

const rows = (prefix: string): Cells[] => [
  { username: `${prefix}.0`, name: `Glömd ${prefix} Ett`, role: "Elev", email: "" },
  { username: `${prefix}.1`, name: `Glömd ${prefix} Två`, role: "Elev", email: "nobody" },
];
const everythingOf = async (id: string) => {
  const { rows: found } = await scene.database.execute<{ text: string; parts: number }>(sql`
    select coalesce((select string_agg(r::text, ' ') from imports.rows r where r.import_id = ${id}), '') as text,
      (select count(*)::int from imports.parts where import_id = ${id}) as parts`);
  return found[0];
};

it("given an import of 30 days ago, then deletes its rows, file and uploader's name, and keeps its counts", async () => {
  const done = await scene.upload(rows("old"));
  await scene.start(done.id);
  const ready = await scene.upload(rows("never"));
  await scene.database.execute(sql`update imports.imports set expires_at = now() - interval '1 second'
    where id in (${done.id}, ${ready.id})`);
  await purgeExpiredImports(scene.database);
  await purgeExpiredImports(scene.database);
  for (const id of [done.id, ready.id]) expect(await everythingOf(id)).toEqual({ text: "", parts: 0 });
  expect(await scene.look(done.id)).toMatchObject({
    state: "imported",
    startedBy: null,
    results: { created: 1 },
    outcomes: { new: 1, wrong: 1 },
    fileName: "elever.xlsx",
  });
  expect(await scene.look(ready.id)).toMatchObject({ state: "discarded" });
  const { body } = await scene.call("getImports", { params: { id: await scene.school() }, query: {} });
  expect(body.data[1]).toMatchObject({ id: done.id, startedBy: null, results: { created: 1 } });
  expect((await scene.call("undoImport", { params: { id: done.id } })).status).toBe(409);
});

it("given a purge that another purge overtook, then keeps the counts that the other one stored", async () => {
  const done = await scene.upload(rows("twice"));
  await scene.start(done.id);
  await scene.database.execute(
    sql`update imports.imports set expires_at = now() - interval '1 second' where id = ${done.id}`,
  );
  let isFirst = true;
  const slower = new Proxy(scene.database, {
    get(database, name, receiver) {
      if (name !== "execute" || !isFirst) return Reflect.get(database, name, receiver);
      isFirst = false;
      return async (statement: ReturnType<typeof sql>) => {
        const found = await database.execute(statement);
        await purgeExpiredImports(database);
        return found;
      };
    },
  });
  await purgeExpiredImports(slower);
  expect(await scene.look(done.id)).toMatchObject({ results: { created: 1 }, outcomes: { new: 1, wrong: 1 } });
});

it("given an erased person, then removes them from rows and candidates, deletes the file, and keeps the counts", async () => {
  const done = await scene.upload(rows("person"));
  await scene.start(done.id);
  const uid = (await scene.person("person.0"))?.uid ?? "";
  const likely = await scene.upload([{ username: "another.name", name: "Glömd person Ett", role: "Elev" }]);
  expect(likely.outcomes.likely).toBe(1);
  const other = await scene.upload(rows("stays"));
  await eraseFromImports(scene.database, "se", [uid]);
  expect((await everythingOf(done.id))?.text).not.toMatch(/person\.0|Glömd person Ett/);
  expect((await everythingOf(likely.id))?.text).not.toMatch(/person\.0/);
  expect((await everythingOf(done.id))?.parts).toBe(0);
  expect((await everythingOf(other.id))?.parts).toBe(1);
  expect(await scene.look(done.id)).toMatchObject({ state: "imported", results: { created: 1 } });
  expect(await scene.look(likely.id)).toMatchObject({ state: "discarded" });
  expect((await scene.undo(done.id)).undo).toMatchObject({ restored: 1 });
});

it("given an erased person whom rows of other people name, then removes the name from them", async () => {
  await scene.start((await scene.upload(rows("named"))).id);
  const uid = (await scene.person("named.0"))?.uid ?? "";
  const shared = await scene.upload([
    ...rows("named").slice(0, 1),
    { username: "named.0", name: "Bo Ek", role: "Elev" },
  ]);
  expect((await everythingOf(shared.id))?.text).toMatch(/Glömd named Ett.*Glömd named Ett/);
  await eraseFromImports(scene.database, "se", [uid]);
  expect((await everythingOf(shared.id))?.text).not.toMatch(/Glömd named Ett/);
  expect((await everythingOf(shared.id))?.text).toMatch(/Bo Ek/);
});

it("given an erased uploader, then deletes the files that they uploaded", async () => {
  const uploaded = await scene.upload(rows("uploader"));
  await eraseFromImports(scene.database, "se", [(await scene.person("admin.se"))?.uid ?? ""]);
  expect((await everythingOf(uploaded.id))?.parts).toBe(0);
});
