import { expect, test } from "vitest";
import { createMarkSender } from "./mark-sender.client";
import type { OutboxEntry } from "./outbox-entry";
import { outcomeOf } from "./senders.client";

const place = (charOffset: number) => ({ ncxRef: "", URI: "a.xhtml", timeOffset: "0.0", charOffset });

function entry(order: number, opening: string): OutboxEntry {
  return {
    id: crypto.randomUUID(),
    order,
    lane: { owner: { uid: "anna", profileId: null }, kind: "mark" },
    key: "lantern",
    payload: { bookId: "lantern", position: place(order), opening, known: place(40) },
    recordedAt: Date.now(),
  };
}

test("sends the position known at opening until one position of that opening has been saved", async () => {
  const sent: unknown[] = [];
  const sender = createMarkSender(
    async (_path, body) => {
      sent.push((body as { known: unknown }).known);
      const status = sent.length === 1 ? 401 : 204;
      return { outcome: outcomeOf(status), response: new Response(null, { status }) };
    },
    () => undefined,
  );
  for (const order of [1, 2, 3]) await sender.send([entry(order, "one")]);
  await sender.send([entry(4, "another")]);
  const known = JSON.stringify(place(40));
  expect(sent).toEqual([known, known, null, known]);
});
