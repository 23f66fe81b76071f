import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { origin } from "#tests/support/page-matrix";
import { matrixTarget } from "#tests/support/permission-matrix";
import { sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import type { Database } from "~/db/.server/connect";
import { ServiceError } from "~/services/contracts/service-error";
import { optionalUser } from "~/session/guard.server";

/**
 * A write with an idempotency key, repeated over HTTP and in process after the caller lost the right: the stored response is refused. Every
 * call: app/services/.server/dispatch/replay-after-lost-right.test.ts, since both ways end in `dispatch`. docs/security.md, lines 19 and 21.
 */

let database: Database;
let credentials: Awaited<ReturnType<typeof optionalUser>>["credentials"];

beforeAll(async () => {
  database = (await sessionScene(["se"])).eu;
  ({ credentials } = await optionalUser(processBackend(), (await signedInBrowser(origin, "admin.se")).request("/")));
});

type Reply = { status: number; body: unknown };
type Input = { params: { version: "v1"; type: "students"; id: string } };

const ways: Array<[name: string, send: (input: Input, idempotencyKey: string) => Promise<Reply>]> = [
  [
    "in process",
    async (input, idempotencyKey) => {
      try {
        // A new object for each call, because the caller is cached per credentials object.
        const { controlPanel } = processBackend().clients;
        const { status, body } = await controlPanel.resetPassword(input, { ...credentials }, { idempotencyKey });
        return { status, body };
      } catch (error) {
        if (error instanceof ServiceError) return { status: error.status, body: error.toJSON() };
        throw error;
      }
    },
  ],
  [
    "over HTTP",
    async ({ params: { version, type, id } }, key) => {
      const address = `${origin}/services/control-panel/${version}/${type}/${id}/password`;
      const headers = { authorization: `Bearer ${credentials.accessToken}`, "idempotency-key": key };
      const request = new Request(address, { method: "POST", headers });
      const reply = await processBackend().serveServices(request, { ipAddress: null, requestId: randomUUID() });
      return { status: reply.status, body: await reply.json() };
    },
  ],
];

test.each(ways)(
  "a replay %s is refused once the right is lost, and served again when it is restored",
  async (_, send) => {
    const { student: id } = await matrixTarget(database, "se", "se-1001", "school");
    const input: Input = { params: { version: "v1", type: "students", id } };
    const move = (code: string) =>
      database.execute(sql`
      update directory.associations set organization_id = (select id from directory.organizations where school_unit_code = ${code})
      where user_id = (select id from directory.users where uid = ${id})`);
    const key = randomUUID();
    const first = await send(input, key);
    expect(first.status).toBe(200);
    expect(await send(input, key)).toEqual(first);
    await database.execute(sql`
    delete from directory.memberships where user_id = (select id from directory.users where uid = ${id})`);
    await move("se-1002");
    expect((await send(input, key)).status).toBe(404);
    await move("se-1001");
    expect(await send(input, key)).toEqual(first);
  },
);
