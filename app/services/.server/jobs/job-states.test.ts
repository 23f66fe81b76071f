import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { ask, callerOf } from "#tests/support/callers";
import {
  call,
  calls,
  columns,
  database,
  deps,
  finished,
  type Result,
  rows,
  setUpJobs,
  students,
  waitingJob,
} from "#tests/support/jobs-scene";
import { connectDatabase } from "~/db/.server/connect";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { runJob } from "./job-runner";
import { purgeExpiredJobs } from "./job-store";
import { cleanUp } from "./jobs";

/** Who sees a job, how it is cancelled, resumed and removed. */

setUpJobs();

describe("a job", () => {
  it("is not found (404) by other users", async () => {
    const job = await finished({ kind: "void-badges", selection: await students() });
    for (const name of ["getJob", "getJobResults", "getJobFile", "cancelJob"]) {
      for (const other of ["super.se", "teacher.se", "admin.no"]) {
        expect((await call(name, { params: { id: job.id } }, other)).status, `${name} by ${other}`).toBe(404);
      }
      expect((await call(name, { params: { id: job.id } }, "student.se")).status).toBe(403);
    }
    const { body } = await call("getJobs", {}, "super.se");
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(job.id);
  });

  it("requires a secure login (403) in a school that requires it", async () => {
    const selection = await students();
    const job = await finished({ kind: "void-badges", selection });
    const setRequired = (isRequired: boolean) =>
      database.execute(sql`update directory.organizations set secure_auth_enabled = ${isRequired}
      where realm = 'se' and school_unit_code = 'se-1001'`);
    await setRequired(true);
    const inputs: Array<[string, object]> = [
      ["createJob", { body: { data: { kind: "deactivate", selection } } }],
      ["getJobs", {}],
      ["getJob", { params: { id: job.id } }],
      ["getJobResults", { params: { id: job.id } }],
      ["getJobFile", { params: { id: job.id } }],
      ["cancelJob", { params: { id: job.id } }],
    ];
    const responses = await Promise.all(inputs.map(([name, input]) => call(name, input)));
    const secure = await call("getJob", { params: { id: job.id } }, "admin.se", { acr: "secure" });
    await setRequired(false);
    expect(responses.map(({ status, body }) => [status, body?.error])).toEqual(
      inputs.map(() => [403, "secure_login_needed"]),
    );
    expect(secure.status).toBe(200);
  });

  it("fails as unauthorized if the starter was deactivated before it ran", async () => {
    const id = await waitingJob("deactivate", "teacher.se");
    await database.execute(sql`update directory.users set status = 'inactive' where username = 'teacher.se'`);
    await runJob(deps(), "eu", id, () => false);
    await database.execute(sql`update directory.users set status = 'active' where username = 'teacher.se'`);
    const { body } = await call("getJob", { params: { id } }, "teacher.se");
    expect(body.data).toMatchObject({ state: "failed", done: 0, error: "unauthorized" });
  });

  it("is returned to the queue by a stopping process, and continues with the remaining rows", async () => {
    const endpoints = createJobEndpoints({
      databases: deps().databases,
      queue: { send: async (region, { id }) => runJob(deps(), region, id, () => calls.credentials.length > 0) },
    });
    const stopping = { name: "control-panel", endpoints } as Service<never>;
    const request = { kind: "deactivate", selection: await students() };
    const made = await ask(
      stopping as never,
      "createJob" as never,
      { body: { data: request } },
      await callerOf(database, "admin.se"),
    );
    const id = made.body.data.id;
    expect((await call("getJob", { params: { id } })).body.data).toMatchObject({ state: "waiting", done: 50 });
    calls.credentials = [];
    await runJob(deps(), "eu", id, () => false);
    const after = (await call("getJob", { params: { id } })).body.data;
    expect(after).toMatchObject({ state: "done", done: after.total });
    expect(calls.credentials).toHaveLength(after.total - 50 - after.refused);
    await database.execute(sql`update directory.users set status = 'active' where status = 'inactive'`);
  });

  it("does nothing if it is cancelled before it starts", async () => {
    const id = await waitingJob("deactivate");
    expect((await call("cancelJob", { params: { id } })).status).toBe(204);
    await runJob(deps(), "eu", id, () => false);
    expect(calls.credentials).toEqual([]);
    expect((await call("getJob", { params: { id } })).body.data.state).toBe("cancelled");
  });

  it("given a cancellation while it runs, then it ends after the current batch and changes nobody else", async () => {
    const id = await waitingJob("deactivate");
    const cancelling = deps();
    let response: Result | undefined;
    const { endSessions } = cancelling.credentials;
    cancelling.credentials.endSessions = async (realm, uid) => {
      response ??= await call("cancelJob", { params: { id } });
      await endSessions(realm, uid);
    };
    await runJob(cancelling, "eu", id, () => false);
    expect(response?.status).toBe(204);
    const job = (await call("getJob", { params: { id } })).body.data;
    expect(job).toMatchObject({ state: "cancelled", done: 50, refused: 0 });
    expect(job.total).toBeGreaterThan(50);
    expect(calls.credentials).toHaveLength(50);
    const inactive = await rows<{ uid: string }>(sql`select uid from directory.users where status = 'inactive'`);
    expect(inactive.map(({ uid }) => `sessions ${uid}`).sort()).toEqual(calls.credentials.toSorted());
    // Another run does not continue a cancelled job.
    await runJob(deps(), "eu", id, () => false);
    expect(calls.credentials).toHaveLength(50);
    await database.execute(sql`update directory.users set status = 'active' where status = 'inactive'`);
  });

  it("is deleted in one region while the other is unavailable, and the failures are reported and thrown", async () => {
    const unavailable = connectDatabase("postgresql://fabel@127.0.0.1:1/fabel");
    const job = await finished({ kind: "void-badges", selection: await students() });
    await database.execute(sql`update jobs.jobs set expires_at = now() - interval '1 minute' where id = ${job.id}`);
    const reported: unknown[] = [];
    const failing = Promise.reject(new Error("the purge failed"));
    const cleanups = [failing, purgeExpiredJobs(unavailable), purgeExpiredJobs(database)];
    await expect(cleanUp(cleanups, (error) => reported.push(error))).rejects.toThrow("2 of 3 cleanups failed");
    expect(reported).toHaveLength(2);
    expect(await rows(sql`select 1 from jobs.jobs where id = ${job.id}`)).toEqual([]);
    await unavailable.$client.end();
  });

  it("is not found (404) once it has expired, and is deleted with its file", async () => {
    const job = await finished({ kind: "export", selection: await students(), format: "csv", fileName: "p", columns });
    await database.execute(sql`update jobs.jobs set expires_at = now() - interval '1 second' where id = ${job.id}`);
    expect((await call("getJobFile", { params: { id: job.id } })).status).toBe(404);
    expect(await purgeExpiredJobs(database)).toBe(1);
    expect(await rows(sql`select 1 from jobs.file_parts where job_id = ${job.id}`)).toEqual([]);
  });
});
