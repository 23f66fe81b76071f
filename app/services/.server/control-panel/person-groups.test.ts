import { beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "./service";

/** The action ListGroups of a person matches what the calls allow. docs/product/choices.md#default-permissions. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  service = createControlPanelService({ databases: { eu: database, us: database }, credentials: credentialsDouble });
});

describe("a person's groups", () => {
  it.each(["student.se", "guardian.se"])(
    "are forbidden (403) to %s, and the action ListGroups is inactive",
    async (username) => {
      const caller = await callerOf(database, username);
      const id = await uidOf(database, "student.se");
      const { body } = await ask(service, "getPerson", { params: { version: "v1", type: "students", id } }, caller);
      expect(body.data.actions).toContainEqual({ id: "ListGroups", active: false });
      const organizationId = body.data.attributes.organizations.value[0].id;
      expect((await ask(service, "getUserGroups", { params: { id } }, caller)).status).toBe(403);
      expect((await ask(service, "getUserGroupOptions", { params: { id, organizationId } }, caller)).status).toBe(403);
    },
  );
});
