import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import type { Region } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import { ServiceError } from "~/services/contracts/service-error";

export type StoredResponse = { status: number; body: unknown; headers?: Record<string, string> };

/** The sender, the key, and a digest of the request: reusing a key for another request is an error. */
type IdempotentCall = { region: Region; owner: string; key: string; digest: string };

/** Executes a keyed write once and replies to every repetition with the first response. docs/product/choices.md#idempotency. */
export interface Idempotency {
  once(call: IdempotentCall, work: () => Promise<StoredResponse>): Promise<StoredResponse>;
}

/** Hours for which a response is stored. */
const retentionHours = 24;

/** Milliseconds that a repetition waits for the first call's response. */
const timeLimit = 8000;

/** A response as an older version stored it, or encrypted in base64. */
type Row = { digest: string; answer: StoredResponse | string | null };

/**
 * Stores responses in web.idempotent_answers of the caller's region, encrypted, since some contain a first password or a badge
 * that is shown only once. Requests are stored as digests with a secret, since some contain the caller's password.
 */
export function createIdempotency(databases: Databases, secrets: SecretBox): Idempotency {
  const seal = (response: StoredResponse) => JSON.stringify(secrets.seal(JSON.stringify(response)).toString("base64"));
  const open = (stored: StoredResponse | string): StoredResponse | null => {
    if (typeof stored !== "string") return stored;
    const plain = secrets.open(Buffer.from(stored, "base64"));
    return plain === null ? null : (JSON.parse(plain) as StoredResponse);
  };

  return {
    async once(call, work) {
      const database = databases[call.region];
      const digest = secrets.digest(call.digest);
      const claim = await database.execute(sql`
        insert into web.idempotent_answers (owner, key, digest) values (${call.owner}, ${call.key}, ${digest})
        on conflict (owner, key) do update set digest = excluded.digest, created_at = now(), answer = null
          where web.idempotent_answers.created_at < now() - make_interval(hours => ${retentionHours})
        returning key`);
      if (claim.rows.length === 0) return firstResponse(call);
      try {
        const response = await work();
        await database.execute(sql`
          update web.idempotent_answers set answer = ${seal(response)}::jsonb
          where owner = ${call.owner} and key = ${call.key}`);
        return response;
      } catch (error) {
        // Nothing was written, so the same key may try again.
        await database.execute(
          sql`delete from web.idempotent_answers where owner = ${call.owner} and key = ${call.key} and answer is null`,
        );
        throw error;
      }
    },
  };

  /**
   * The response of the first call, awaited while it runs. A process that is killed between its write and its response leaves the key
   * taken: whether the write happened is then unknown, and repeating it would be worse.
   */
  async function firstResponse(call: IdempotentCall): Promise<StoredResponse> {
    const deadline = Date.now() + timeLimit;
    for (let pause = 10; Date.now() < deadline; pause = Math.min(pause * 2, 400)) {
      const result = await databases[call.region].execute<Row>(
        sql`select digest, answer from web.idempotent_answers where owner = ${call.owner} and key = ${call.key}`,
      );
      const row = result.rows[0];
      // The first call failed and gave its key back.
      if (!row) throw new ServiceError(503, "try_again", "The first request failed; send this one again");
      // The version before stored the digest without the secret.
      if (row.digest !== secrets.digest(call.digest) && row.digest !== call.digest) {
        throw new ServiceError(422, "idempotency_key_reused", "This Idempotency-Key belongs to another request");
      }
      const response = row.answer && open(row.answer);
      if (response) return response;
      // Encrypted with a secret that has been replaced: the write was done, but its response is lost.
      if (row.answer) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    throw new ServiceError(409, "in_progress", "The first request with this Idempotency-Key is still at work");
  }
}

/** Digest of a call's name and input. */
export function digestOf(name: string, input: unknown): string {
  return createHash("sha256")
    .update(`${name}\n${JSON.stringify(input) ?? ""}`)
    .digest("base64url");
}

/** Deletes expired responses; run by the hourly cleanup. */
export async function purgeExpiredReplies(databases: Databases, region: Region): Promise<void> {
  await databases[region].execute(
    sql`delete from web.idempotent_answers where created_at < now() - make_interval(hours => ${retentionHours})`,
  );
}
