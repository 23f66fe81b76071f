import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabases } from "#tests/support/database";
import type { Databases } from "~/db/.server/connect";
import { createOutbox, type Outbox } from "./outbox";

let databases: Databases;
let outbox: Outbox;

beforeAll(async () => {
  databases = await testDatabases();
  outbox = createOutbox(databases);
});

describe("outbox", () => {
  it("stores messages in the realm's region and lists only the realm's, newest first", async () => {
    await outbox.add({ realm: "se", kind: "sms", to: "+46701740605", subject: "", text: "Din kod är 123456" });
    const mail = { realm: "se", kind: "mail", to: "a@b.example", subject: "Hej", text: "t", html: "<p>t</p>" } as const;
    await outbox.add(mail);
    await outbox.add({ ...mail, realm: "us" });
    await outbox.add({ ...mail, realm: "fr" });
    const found = await outbox.list("se", 10);
    expect(found.map(({ kind, to }) => [kind, to])).toEqual([
      ["mail", "a@b.example"],
      ["sms", "+46701740605"],
    ]);
    expect(found[0]).toMatchObject(mail);
    expect(await outbox.list("se", 1)).toHaveLength(1);
    const { rows } = await databases.eu.execute(sql`select distinct realm from outbox.messages order by realm`);
    expect(rows).toEqual([{ realm: "fr" }, { realm: "se" }]);
  });

  it("purgeExpired deletes messages older than 30 days", async () => {
    await outbox.add({ realm: "de", kind: "sms", to: "1", subject: "", text: "alt" });
    await databases.eu.execute(
      sql`update outbox.messages set created_at = now() - interval '31 days' where realm = 'de'`,
    );
    await outbox.add({ realm: "de", kind: "sms", to: "1", subject: "", text: "neu" });
    await outbox.purgeExpired("eu");
    expect((await outbox.list("de", 10)).map(({ text }) => text)).toEqual(["neu"]);
  });
});
