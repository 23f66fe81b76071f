import { beforeEach, describe, expect, test } from "vitest";
import type { Annotation, AnnotationChange } from "~/services/contracts/annotations";
import { type AnnotationsEvent, createAnnotationSender, onAnnotationsSent } from "./annotation-sender.client";
import type { OutboxEntry } from "./outbox-entry";
import { outcomeOf } from "./senders.client";

const noted = (id: string, note: string, version = 0): Annotation => ({
  id,
  version,
  style: "yellow",
  note,
  target: { source: "one.xhtml", cfi: null, quote: null, progression: 0 },
  created: "2026-01-01T00:00:00.000Z",
  modified: "2026-01-01T00:00:00.000Z",
});
const put = (id: string, note: string, read = 0): AnnotationChange => ({ id, read, annotation: noted(id, note) });
const entry = (changes: AnnotationChange[], bookId = "lantern") =>
  ({ payload: { bookId, changes }, lane: { owner: { uid: "u", profileId: null } } }) as unknown as OutboxEntry;

/** A server that stores each change, or replies with the next status of `refusals` (0: stores, but the response is lost). */
function server(refusals: number[] = []) {
  const stored = new Map<string, Annotation>();
  const calls: AnnotationChange[][] = [];
  const call = async (_address: string, request: RequestInit = {}): Promise<Response> => {
    if (request.method !== "POST") return Response.json({ data: [...stored.values()] });
    const { changes } = JSON.parse(String(request.body)) as { changes: AnnotationChange[] };
    calls.push(changes);
    const status = refusals.shift();
    if (status) return Response.json({}, { status });
    for (const { id, read, annotation } of changes) {
      if (annotation) stored.set(id, { ...annotation, version: read + 1 });
      else stored.delete(id);
    }
    if (status === 0) throw new TypeError("No response");
    const ids = changes.map(({ id }) => id);
    return Response.json({
      data: ids.flatMap((id) => stored.get(id) ?? []),
      removed: ids.filter((id) => !stored.has(id)),
    });
  };
  const sender = createAnnotationSender(() => ({}), outcomeOf, call as never);
  return { stored, calls, send: (entries: OutboxEntry[]) => sender.send(entries) };
}

const events: AnnotationsEvent[] = [];
beforeEach(() => {
  events.length = 0;
  return onAnnotationsSent((event) => events.push(event));
});

describe("changed notes", () => {
  test("of one book are sent in one call, those of another in the next", async () => {
    const there = server();
    const outcome = await there.send([entry([put("a", "A")]), entry([put("b", "B")]), entry([put("c", "C")], "other")]);
    expect(outcome).toBe("taken");
    expect(there.calls.map((changes) => changes.map(({ id }) => id).join())).toEqual(["a,b", "c"]);
    expect(events.map(({ bookId }) => bookId)).toEqual(["lantern", "other"]);
  });

  test("given several changes of one note, then only the last is sent, based on the first's version", async () => {
    const there = server();
    await there.send([entry([put("a", "A", 2)]), entry([put("a", "AA", 3)])]);
    expect(there.calls).toEqual([[{ id: "a", read: 2, annotation: noted("a", "AA") }]]);
  });

  test("given a change queued before the page's own call, then it is based on the version of that call", async () => {
    const there = server();
    await there.send([entry([put("a", "A")])]);
    await there.send([entry([put("a", "AA")])]);
    expect(there.calls[1]?.[0]?.read).toBe(1);
  });

  test("given a response that was lost, then the next change is not one of an older version", async () => {
    const there = server([0]);
    await expect(there.send([entry([put("a", "A")])])).rejects.toThrow("No response");
    await there.send([entry([put("a", "AA")])]);
    expect(there.calls[1]?.[0]?.read).toBe(1);
  });

  test("given another device's note in the response, then a later change is still based on the older version", async () => {
    const reads: number[] = [];
    const call = async (_address: string, request: RequestInit = {}) => {
      const { changes } = JSON.parse(String(request.body)) as { changes: AnnotationChange[] };
      reads.push(...changes.map(({ read }) => read));
      return Response.json({ data: [noted("a", "Of another device", 7)], removed: [] });
    };
    const sender = createAnnotationSender(() => ({}), outcomeOf, call as never);
    await sender.send([entry([put("a", "A", 1)])]);
    await sender.send([entry([put("a", "AA", 1)])]);
    expect(reads).toEqual([1, 1]);
  });

  test.each([
    [409, "refused", [{ bookId: "lantern", type: "refused", ids: ["a"], isFull: true }]],
    [404, "refused", [{ bookId: "lantern", type: "refused", ids: ["a"], isFull: false }]],
    [401, "signed_out", []],
    [503, "later", []],
  ])("given %i, then they are %s", async (status, outcome, expected) => {
    const there = server([status]);
    expect(await there.send([entry([put("a", "A")])])).toBe(outcome);
    expect(events).toEqual(expected);
  });

  test("given many long notes, then each call stays below the server's limit", async () => {
    const there = server();
    const many = Array.from({ length: 120 }, (_, index) => put(String(index), "x".repeat(5000)));
    await there.send([entry(many)]);
    expect(there.calls.flat()).toHaveLength(120);
    for (const changes of there.calls) expect(JSON.stringify(changes).length).toBeLessThan(1_000_000);
  });
});
