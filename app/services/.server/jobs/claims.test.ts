import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { type Claim, claimRow, findLostRows, type HeldClaim, holdClaim, unclaimed, type WorkTable } from "./claims";

/** Who has a piece of work, and when a claim is lost. Decision 74. */

const items: WorkTable = {
  name: sql`work.items`,
  isOpen: sql`state in ('waiting', 'running')`,
  onClaim: [sql`state = 'running'`],
  onReturn: [sql`state = 'waiting'`],
};

let database: Database;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await database.execute(sql`create schema work`);
  await database.execute(sql`create table work.items (id uuid primary key default gen_random_uuid(), state text not null,
    created_at timestamptz not null, beat_at timestamptz)`);
});

beforeEach(async () => {
  await database.execute(sql`delete from work.items`);
});

type Seconds = number | null;

/** @param created seconds ago @param beat seconds ago, or null */
async function newItem(state = "waiting", created: number = 0, beat: Seconds = null): Promise<string> {
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into work.items (state, created_at, beat_at) values (${state}, now() - make_interval(secs => ${created}::float),
      now() - make_interval(secs => ${beat}::float)) returning id`);
  return String(rows[0]?.id);
}

async function itemOf(id: string): Promise<{ state: string; beat: string | null }> {
  const { rows } = await database.execute<{ state: string; beat: string | null }>(
    sql`select state, beat_at::text as beat from work.items where id = ${id}`,
  );
  return rows[0] as { state: string; beat: string | null };
}

async function claimed(): Promise<Claim> {
  const claim = await claimRow(database, items, await newItem());
  if (!claim) throw new Error("a new item could not be claimed");
  return claim;
}

/** Another process claims the row of a claim whose last heartbeat was too long ago. */
async function takeOver(id: string): Promise<Claim | null> {
  await database.execute(sql`update work.items set beat_at = now() - interval '61 seconds' where id = ${id}`);
  return claimRow(database, items, id);
}

describe("a row", () => {
  test.each<[string, [state: string, created: number, beat: Seconds], { isClaimed: boolean; isLost: boolean }]>([
    ["that has just been stored", ["waiting", 0, null], { isClaimed: true, isLost: false }],
    ["that has waited for a minute", ["waiting", 61, null], { isClaimed: true, isLost: true }],
    ["whose last heartbeat was 50 seconds ago", ["running", 600, 50], { isClaimed: false, isLost: false }],
    ["whose last heartbeat was 61 seconds ago", ["running", 600, 61], { isClaimed: true, isLost: true }],
    ["that was given back", ["waiting", 600, null], { isClaimed: true, isLost: true }],
    ["that is closed", ["done", 600, null], { isClaimed: false, isLost: false }],
    ["that is closed, with its last heartbeat", ["done", 600, 61], { isClaimed: false, isLost: false }],
  ])("%s", async (_, given, { isClaimed, isLost }) => {
    const id = await newItem(...given);
    expect(await findLostRows(database, items)).toEqual(isLost ? [id] : []);
    expect((await claimRow(database, items, id))?.id).toBe(isClaimed ? id : undefined);
    expect((await itemOf(id)).state).toBe(isClaimed ? "running" : given[0]);
  });

  it("is claimed by one of the processes that try at once, and by no later notification", async () => {
    const id = await newItem("running", 600, 61);
    const claims = await Promise.all(Array.from({ length: 4 }, () => claimRow(database, items, id)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimRow(database, items, id)).toBeNull();
    expect(await findLostRows(database, items)).toEqual([]);
  });

  it("is not claimed while it is not free", async () => {
    const id = await newItem();
    expect(await claimRow(database, items, id, sql`false`)).toBeNull();
    expect((await itemOf(id)).state).toBe("waiting");
  });
});

describe("a held claim", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: Date.now() }));
  afterEach(() => vi.useRealTimers());

  /** Holds a claim. The work goes on until `finish` or `breakOff` is called. */
  function hold(claim: Claim, isStopping: () => boolean = () => false) {
    const failures: unknown[] = [];
    const reports: unknown[] = [];
    let finish: (isFinished: boolean) => void = () => {};
    let breakOff: (error: Error) => void = () => {};
    let held: HeldClaim | undefined;
    const ended = holdClaim({
      ...{ database, table: items, claim, isStopping },
      report: (error) => void reports.push(error),
      work(given) {
        held = given;
        return new Promise((resolve, reject) => {
          [finish, breakOff] = [resolve, reject];
        });
      },
      failed: async (error) => void failures.push(error),
    });
    return { failures, reports, finish, breakOff, held: held as unknown as HeldClaim, ended };
  }

  /** Asks without a timer: expect.poll would advance the paused clock with every question. */
  async function nextBeat(id: string, before: string | null): Promise<string | null> {
    for (;;) {
      const { beat } = await itemOf(id);
      if (beat !== before) return beat;
    }
  }

  it("sends a heartbeat every ten seconds, however long the work takes", async () => {
    const claim = await claimed();
    const { finish, held, ended } = hold(claim);
    let before: string | null = claim.heartbeat;
    for (let nth = 0; nth < 3; nth += 1) {
      vi.advanceTimersByTime(9_999);
      expect((await itemOf(claim.id)).beat).toBe(before);
      vi.advanceTimersByTime(1);
      before = await nextBeat(claim.id, before);
    }
    expect(held.isLost()).toBe(false);
    finish(true);
    await ended;
    vi.advanceTimersByTime(60_000);
    expect(await itemOf(claim.id)).toEqual({ state: "running", beat: before });
  });

  it("is given back unfinished by a stopping process, and can be claimed at once", async () => {
    const claim = await claimed();
    let isStopping = false;
    const { finish, held, ended } = hold(claim, () => isStopping);
    expect([held.mustStop(), held.signal.aborted]).toEqual([false, false]);
    isStopping = true;
    expect(held.mustStop()).toBe(true);
    vi.advanceTimersByTime(500);
    expect(held.signal.aborted).toBe(true);
    expect(held.isLost()).toBe(false);
    finish(false);
    await ended;
    expect(await itemOf(claim.id)).toEqual({ state: "waiting", beat: null });
    expect(await claimRow(database, items, claim.id)).not.toBeNull();
  });

  it("is given back with the heartbeat that is being sent when the work ends", async () => {
    const claim = await claimed();
    const { finish, ended } = hold(claim);
    vi.advanceTimersByTime(10_000);
    finish(false);
    await ended;
    expect(await itemOf(claim.id)).toEqual({ state: "waiting", beat: null });
  });

  it("given another process that has claimed the row, then its work must stop and changes nothing", async () => {
    const claim = await claimed();
    const { finish, held, ended } = hold(claim);
    const other = await takeOver(claim.id);
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => held.isLost()).toBe(true);
    expect(held.mustStop()).toBe(true);
    vi.advanceTimersByTime(500);
    expect(held.signal.aborted).toBe(true);
    finish(false);
    await ended;
    expect(await itemOf(claim.id)).toEqual({ state: "running", beat: other?.heartbeat });
  });

  it("given an error after it was lost, then the error is reported and not stored", async () => {
    const claim = await claimed();
    const { failures, reports, breakOff, ended } = hold(claim);
    await takeOver(claim.id);
    breakOff(new Error("the rows are gone"));
    await ended;
    expect([failures, reports]).toEqual([[], [new Error("the rows are gone")]]);
  });

  it("given a process that was suspended for a minute, then it is lost before the database says so", async () => {
    const { finish, held, ended } = hold(await claimed());
    vi.setSystemTime(Date.now() + 60_001);
    expect([held.isLost(), held.mustStop()]).toEqual([true, true]);
    finish(false);
    await ended;
  });

  it("given an error, then the work's own function stores it, once", async () => {
    const claim = await claimed();
    const { failures, reports, breakOff, ended } = hold(claim);
    breakOff(new Error("broken"));
    await ended;
    expect([failures, reports]).toEqual([[new Error("broken")], []]);
    expect((await itemOf(claim.id)).state).toBe("running");
  });

  it("given an error after the work has closed the row, then the error is reported and not stored", async () => {
    const claim = await claimed();
    const { failures, reports, breakOff, ended } = hold(claim);
    await database.execute(sql`update work.items set state = 'done', ${unclaimed} where id = ${claim.id}`);
    breakOff(new Error("too late"));
    await ended;
    expect([failures, reports]).toEqual([[], [new Error("too late")]]);
  });
});
