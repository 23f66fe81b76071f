import { callServer } from "~/clients/browser-calls.client";
import { profileHeaderName } from "~/services/contracts/reader-profile";
import { formOwnerHeader } from "~/ui/form-owner";
import type { Outcome, Sender } from "./delivery-lane";
import type { OutboxEntry, OutboxKind, OutboxOwner } from "./outbox-entry";

/** Who sends what waits in the outbox, by kind. Every address is one of ours: the session's cookie goes along, tokens stay on the server. */
export const senders: Partial<Record<OutboxKind, Sender>> = {
  mark: {
    rules: { threshold: 1, pause: 5_000, mostFailures: 12, batch: 1 },
    async send([entry]) {
      if (!entry) return "taken";
      const { bookId, position } = entry.payload as MarkPayload;
      return post(`/reader/${encodeURIComponent(bookId)}/lastmark`, { position: JSON.stringify(position) }, entry);
    },
  },
};

/** A place in a book, as the reader queues it under the book's id as key. */
export type MarkPayload = { bookId: string; position: unknown };

/** Headers of a call that is made for an entry's owner: it is refused in anybody else's session. */
export function ownerHeaders({ uid, profileId }: OutboxOwner): Record<string, string> {
  return { [formOwnerHeader]: uid, ...(profileId !== null && { [profileHeaderName]: profileId }) };
}

/** Posts JSON for the owner of an entry. @throws where no answer came */
export async function post(path: string, body: unknown, entry: OutboxEntry): Promise<Outcome> {
  const headers = { "content-type": "application/json", ...ownerHeaders(entry.lane.owner) };
  const response = await callServer(path, { method: "POST", headers, body: JSON.stringify(body) });
  const outcome = outcomeOf(response.status);
  if (outcome === "refused") console.warn(`An entry of the kind "${entry.lane.kind}" was refused: ${response.status}`);
  return outcome;
}

/** What a status says of the entries of a call. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "taken";
  if (status === 401) return "signed_out";
  return status >= 500 || status === 408 || status === 429 ? "later" : "refused";
}
