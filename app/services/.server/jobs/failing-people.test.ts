import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { failStatements } from "#tests/support/failing-statements";
import {
  calls,
  database,
  fileOf,
  finished,
  pupils,
  reports,
  results,
  rows,
  setUpJobs,
  words,
} from "#tests/support/jobs-scene";
import { textsOfPdf } from "#tests/support/pdf-text";
import { formMessages } from "~/services/contracts/form-messages";

/** A person for whom a job fails does not stop the others, and their passwords are handed out. */

setUpJobs();

let restore: (() => number) | null = null;
beforeEach(() => {
  reports.areExpected = true;
});
afterEach(() => {
  restore?.();
  restore = null;
});

const selectionOf = (own: { uid: string }[]) => ({ ids: own.map(({ uid }) => uid) });

describe("given a statement that fails for one person of a job", () => {
  it("then that person is refused with a reason, and the others are done", async () => {
    const own = await pupils("se-1001", 4);
    const request = { kind: "deactivate", selection: selectionOf(own) };
    const stop = failStatements(database, () => false);
    await finished(request);
    const statements = stop();
    let failures = 0;
    for (let number = 1; number <= statements; number += 1) {
      await rowsReset();
      restore = failStatements(database, (so) => so.number === number && so.values.includes(own[2]?.uid ?? ""));
      const job = await finished(request);
      restore();
      if (reports.errors.length === 0) continue;
      // Without the statement that stores the people of the job there is nobody to go on with.
      if (job.total === null) {
        expect(job.state).toBe("failed");
        reports.errors = [];
        continue;
      }
      failures += 1;
      const about = `statement ${number}`;
      expect(job, about).toMatchObject({ state: "done", done: 4, total: 4 });
      const { data } = await results(job.id, { outcome: "refused" });
      expect(data, about).toContainEqual({
        ...{ id: own[2]?.uid, name: expect.any(String), outcome: "refused", reason: formMessages.notDone },
      });
      reports.errors = [];
    }
    expect(failures).toBeGreaterThan(0);
  }, 60_000);
});

const rowsReset = () => rows(sql`update directory.users set status = 'active' where status = 'inactive'`);

it("given a job of passwords that breaks off, then prints the passwords set until then", async () => {
  const own = await pupils("se-1001", 10);
  // Eight passwords are set before the rights are read again.
  await rows(sql`create function public.break_off() returns trigger language plpgsql as $$ begin
    if (select count(*) from jobs.targets where job_id = new.id and outcome = 'done') >= 8 and new.state = 'running' and new.done >= 8
    then raise exception 'the job breaks off'; end if; return new; end $$`);
  await rows(sql`create trigger break_off before update on jobs.jobs for each row execute function public.break_off()`);
  const job = await finished({ kind: "passwords", selection: selectionOf(own), fileName: "x", words });
  await rows(sql`drop trigger break_off on jobs.jobs`);
  expect(job).toMatchObject({ state: "failed", error: "internal_error", file: { type: "application/pdf" } });
  const texts = textsOfPdf(await fileOf(job.id));
  expect(calls.passwords).toHaveLength(8);
  for (const password of calls.passwords) expect(texts).toContain(password);
});
