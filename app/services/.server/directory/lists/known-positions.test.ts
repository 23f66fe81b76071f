import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { seedRealm } from "~/db/.server/seed/people";
import type { OrganizationPosition } from "~/services/.server/directory/access";
import { askAtPosition } from "./known-positions";

let database: Database;
let school: { id: number; uid: string };

beforeEach(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const { rows } = await database.execute<{ id: number; uid: string }>(
    sql`select o.id, o.uid from directory.organizations o
      join directory.organizations below on below.parent_id = o.id and below.status <> 'deleted' limit 1`,
  );
  school = rows[0] ?? { id: 0, uid: "" };
});

/** Each question a request of its own. */
async function ask<Answer>(what: (position: OrganizationPosition) => Promise<Answer>): Promise<Answer | null> {
  return askAtPosition(database, await callerOf(database, "admin.se"), school.uid, what);
}

const placesAsked = async () => {
  const asked: OrganizationPosition[] = [];
  const answer = await ask(async (position) => {
    asked.push(position);
    return position.above.length;
  });
  return { asked, answer };
};

describe("what is asked of an organisation by where it stands", () => {
  it("is asked once while it stands where it stood", async () => {
    const first = await placesAsked();
    const second = await placesAsked();
    expect(first.asked).toHaveLength(1);
    expect(second).toMatchObject({ answer: first.answer, asked: [{ above: first.asked[0]?.above }] });
  });

  it("is asked together with where it stands now, from the second time on", async () => {
    const wasAskedAtOnce = [];
    for (let time = 0; time < 2; time += 1) {
      const caller = await callerOf(database, "admin.se");
      let isAsked = false;
      const asking = askAtPosition(database, caller, school.uid, async () => {
        isAsked = true;
      });
      wasAskedAtOnce.push(isAsked);
      await asking;
    }
    expect(wasAskedAtOnce).toEqual([false, true]);
  });

  it("is asked anew where it stands elsewhere now, and what the guess found or refused is nobody's", async () => {
    await placesAsked();
    await database.execute(sql`delete from directory.organization_closure
      where descendant_id = ${school.id} and ancestor_id <> ${school.id}`);
    await database.execute(sql`insert into directory.organization_closure (ancestor_id, descendant_id, depth)
      select o.id, ${school.id}, 1 from directory.organizations o where o.realm = 'se' and o.id <> ${school.id}
      order by o.id desc limit 3`);
    const counts: number[] = [];
    const answer = await ask(async ({ above }) => {
      counts.push(above.length);
      if (counts.length === 1) throw new Error("refused at the place before");
      return above.length;
    });
    expect(counts).toHaveLength(2);
    expect(answer).toBe(4);
    expect((await placesAsked()).asked).toHaveLength(1);
  });

  it("refuses by what is so where it stands", async () => {
    const refuse = () => Promise.reject(new Error("not here"));
    await expect(ask(refuse)).rejects.toThrow("not here");
    await expect(ask(refuse)).rejects.toThrow("not here");
  });

  it("is nothing once it has been deleted, whatever the guess found", async () => {
    await placesAsked();
    await database.execute(
      sql`update directory.organizations set status = 'deleted', deleted_at = now() where id = ${school.id}`,
    );
    expect((await placesAsked()).answer).toBeNull();
    expect((await placesAsked()).asked).toEqual([]);
  });
});
