import { createHash } from "node:crypto";
import { ApiError } from "./api-error";
import { day } from "./clock";
import type { Ledger } from "./ledger";

/** A response stored under an Idempotency-Key. */
export type StoredReply = { status: number; body: unknown };

type Stored = StoredReply & { fingerprint: string; at: number };

const noteOf = (key: string) => `idempotency:${key}`;

/**
 * The stored reply of a key; null for a new key.
 * @throws ApiError 400 `idempotency_error` if the key was used for another request
 */
export function storedReply(ledger: Ledger, key: string, request: string, now: number): StoredReply | null {
  const stored = ledger.note<Stored>(noteOf(key));
  if (!stored || stored.at + day <= now) return null;
  if (stored.fingerprint !== fingerprint(request)) {
    throw new ApiError(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { status: stored.status, body: stored.body };
}

/** Stores a reply for a day, except 400, 401 and 429: the same key may then be sent again with other parameters. */
export function storeReply(ledger: Ledger, key: string, request: string, reply: StoredReply, now: number): void {
  if (reply.status === 400 || reply.status === 401 || reply.status === 429) return;
  ledger.setNote(noteOf(key), { ...reply, fingerprint: fingerprint(request), at: now } satisfies Stored);
}

/** Deletes replies older than a day. */
export function purgeExpiredReplies(ledger: Ledger, now: number): void {
  for (const [key, stored] of ledger.notes("idempotency:")) {
    if ((stored as Stored).at + day <= now) ledger.setNote(key, undefined);
  }
}

function fingerprint(request: string): string {
  return createHash("sha256").update(request).digest("hex");
}
