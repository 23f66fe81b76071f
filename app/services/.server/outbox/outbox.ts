import { desc, eq, sql } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import { messages } from "./tables";

/** Stores the e-mails and text messages of a demo instead of sending them; the outbox page shows each realm its own. */

export type OutgoingMessage = {
  realm: Realm;
  kind: "sms" | "mail";
  /** Address or phone number of the recipient. */
  to: string;
  /** Empty for text messages. */
  subject: string;
  text: string;
  html?: string;
};

type OutboxMessage = OutgoingMessage & { id: number; at: Date };

/** Days after which a message is deleted: it may contain codes and addresses. */
const outboxDays = 30;

export type Outbox = {
  add(message: OutgoingMessage): Promise<void>;
  /** A realm's messages, newest first, at most `limit`. */
  list(realm: Realm, limit: number): Promise<OutboxMessage[]>;
  purgeExpired(region: Region): Promise<void>;
};

/** Each region stores its own realms' messages. */
export function createOutbox(databases: Databases): Outbox {
  return {
    async add({ realm, kind, to, subject, text, html }) {
      await databases[regionOf(realm)]
        .insert(messages)
        .values({ realm, kind, recipient: to, subject, body: text, html: html ?? null });
    },

    async list(realm, limit) {
      const rows = await databases[regionOf(realm)]
        .select()
        .from(messages)
        .where(eq(messages.realm, realm))
        .orderBy(desc(messages.id))
        .limit(limit);
      return rows.map(({ recipient, body, html, createdAt, ...message }) => ({
        ...message,
        to: recipient,
        text: body,
        at: createdAt,
        ...(html === null ? {} : { html }),
      }));
    },

    async purgeExpired(region) {
      await databases[region]
        .delete(messages)
        .where(sql`${messages.createdAt} < now() - make_interval(days => ${outboxDays})`);
    },
  };
}
