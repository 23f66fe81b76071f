import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { rolesWithPages, type Target, targetIn } from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";

/** Messages of the roster sync pages when the service fails, in the product's wording. docs/product/control-panel.md#errors, #limits. */

const scene = rolesWithPages();
let target: Target;
let sourcePath: string;

beforeAll(async () => {
  target = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  scene.browsers.super.take(await scene.pages.post(scene.browsers.super, "/preferences", { locale: "en-UK" }));
  const made = await post(`/controlpanel/sync/${target.school}/sources/new`, {
    ...{ intent: "save", name: "Register", type: "skolon", secret: "a token", syncId: crypto.randomUUID() },
    address: "https://register.example/",
  });
  sourcePath = new URL(made.headers.get("location") ?? "", "http://here").pathname;
});

afterEach(() => vi.restoreAllMocks());

const post = (path: string, form: FormFields) => scene.pages.post(scene.browsers.super, path, form);
const get = async (path: string) => (await scene.pages.get(scene.browsers.super, path)).text();
const settingsPath = () => `/controlpanel/sync?organization=${target.school}`;
const jobPath = () => `/controlpanel/sync/jobs/${target.syncJob}`;
type SyncCall = keyof ReturnType<typeof syncClient>;
const syncClient = () => processBackend().clients.sync;
const breakCall = (name: SyncCall) =>
  vi.spyOn(syncClient(), name).mockRejectedValue(new ServiceError(500, "internal_error", "Something went wrong"));

/** Submits a form and returns the page to which it redirects. */
async function after(path: string, form: FormFields): Promise<string> {
  const response = await post(path, form);
  expect(response.status).toBe(302);
  scene.browsers.super.take(response);
  const { pathname, search } = new URL(response.headers.get("location") ?? "", "http://here");
  return get(pathname + search);
}

test.each<[SyncCall, string, () => Promise<string>]>([
  ["getSyncJobs", "Error fetching jobs", () => get(sourcePath)],
  ["getSyncLogs", "Error fetching job logs", () => get(jobPath())],
  ["triggerSync", "Could not start sync", () => after(sourcePath, { intent: "run" })],
  ["putSyncSetting", "Could not update sync", () => after(settingsPath(), { intent: "active", active: "on" })],
  ["releaseSyncJob", "Could not update sync", () => after(jobPath(), { intent: "release" })],
  ["deleteSync", "Could not delete sync", () => after(sourcePath, { intent: "delete" })],
])("given a service that fails at %s, then the page shows: %s", async (call, message, loadPage) => {
  breakCall(call);
  expect(await loadPage()).toContain(message);
});

test("given a source that cannot be saved, then its form shows the error and keeps the input (502)", async () => {
  breakCall("putSync");
  const response = await post(sourcePath, {
    intent: "save",
    name: "Typed",
    type: "skolon",
    syncId: crypto.randomUUID(),
  });
  expect(response.status).toBe(502);
  const page = await response.text();
  expect(page).toContain("Could not update sync");
  expect(page).toContain('value="Typed"');
});

test("settings are fetched once, and again after the user submits a form, even one that is rejected", async () => {
  const read = vi.spyOn(syncClient(), "getSyncSettings");
  await get(settingsPath());
  read.mockClear();
  await get(settingsPath());
  expect(read).not.toHaveBeenCalled();
  expect((await post(settingsPath(), { intent: "active", revision: "9", read: "none", active: "on" })).status).toBe(
    302,
  );
  read.mockClear();
  await get(settingsPath());
  expect(read).toHaveBeenCalledOnce();
});

test("the log of a job that has ended is fetched once, and again after a failed fetch", async () => {
  const broken = breakCall("getSyncLogs");
  await post(settingsPath(), { intent: "active" });
  await get(jobPath());
  broken.mockRestore();
  const read = vi.spyOn(syncClient(), "getSyncLogs");
  await get(jobPath());
  await get(jobPath());
  expect(read).toHaveBeenCalledOnce();
});

test("given a dry run without changes and with rows that cannot be read, then says so at the top, with a link, and offers no approval", async () => {
  await scene.database.execute(sql`
    with draft as (
      insert into sync.jobs (realm, organization_id, sync_id, state, is_by_schedule, is_dry_run, started_by, is_secure, counts)
      select realm, organization_id, sync_id, 'previewed', false, true, started_by, false,
        '{"known":0,"matched":0,"unchanged":6,"orphans":0,"skipped":0,"refusedRows":6}' from sync.jobs where id = ${target.syncJob}
      returning id, organization_id, realm, started_by)
    insert into imports.imports (realm, organization_id, root_id, state, file_name, file_size, started_by, is_secure, sync_job)
    select realm, organization_id, directory.root_of(organization_id), 'ready', 'Register', 1, started_by, false, id from draft`);
  const { rows } = await scene.database.execute<{ id: string }>(sql`
    with job as (select id from sync.jobs where counts ->> 'refusedRows' = '6')
    insert into sync.logs (job_id, level, code, values) select id, 'warning', code, values::jsonb from job, (values
      ('rows_refused', '{"number":6}'), ('malformed', '{"file":"users.csv","line":7}'), ('nothing_removed', '{}')) l (code, values)
    returning job_id as id`);
  const page = await get(`/controlpanel/sync/jobs/${rows[0]?.id}`);
  expect(page).toContain("There’s nothing to save.");
  expect(page).not.toContain("Is this right?");
  const [top, log] = page.split(">Log</h2>");
  expect(top).toContain("6 rows in the source couldn’t be read");
  expect(top).toContain("Because of these rows we can’t tell who has left.");
  expect(top).toMatch(/href="[^"]*#refused-rows"/);
  expect(log).toMatch(/id="refused-rows"[\s\S]*were left out: 6\.</);
  expect(page).not.toContain("first 500");
});
