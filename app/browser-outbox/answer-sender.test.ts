import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAnswerSender } from "./answer-sender.client";
import type { OutboxEntry } from "./outbox-entry";

const callServer = vi.hoisted(() => vi.fn<() => Promise<Response>>());
vi.mock("~/clients/browser-calls.client", () => ({ callServer }));

/** Outcome and log line for each response status to a saved draft. docs/product/reader.md#errors. */

const warnings: string[] = [];
beforeEach(() => {
  warnings.length = 0;
  vi.spyOn(console, "warn").mockImplementation((line: string) => void warnings.push(line));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const entry = (submissionId: string) =>
  ({ lane: { owner: { uid: "u", profileId: null } }, payload: { submissionId, answers: {}, read: 1 } }) as OutboxEntry;

async function outcomeOf(status: number, body: object = {}): Promise<string> {
  callServer.mockResolvedValueOnce(Response.json(body, { status }));
  return createAnswerSender(() => ({})).send([entry(`s-${status}`)]);
}

test.each([
  [400, "refused"],
  [401, "signed_out"],
  [404, "refused"],
  [429, "later"],
])(
  "given a draft whose save returns %i, then the outcome is %s and the failure is logged with its id",
  async (status, outcome) => {
    expect(await outcomeOf(status)).toBe(outcome);
    expect(warnings).toContain(`Failed to update submission with id s-${status}.`);
  },
);

test("logs nothing when a draft is saved", async () => {
  expect(await outcomeOf(200, { id: "s-200", version: 2 })).toBe("taken");
  expect(warnings).toEqual([]);
});
