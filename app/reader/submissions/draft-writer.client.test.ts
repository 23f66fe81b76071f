import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type BrowserOutbox, createBrowserOutbox } from "~/browser-outbox/browser-outbox";
import { createMemoryEntries } from "~/browser-outbox/memory-entries";
import { senders } from "~/browser-outbox/senders.client";
import type { Answers, Submission } from "~/services/contracts/submissions";
import { createDraftWriter } from "./draft-writer.client";

/** A server with one submission and optimistic locking by version. */
type Reply = { status: number; body: unknown };
const server = vi.hoisted(() => ({
  saves: [] as Array<{ version: string; status: string; answers: unknown }>,
  stored: {} as Record<string, unknown>,
  /** Outcomes of the next saves, one each, applied before the server replies. */
  planned: [] as Array<"drop" | "lose-reply" | "hold" | { status: number; body: unknown }>,
  release: () => {},
}));

vi.mock("~/clients/browser-calls.client", () => ({
  async callServer(
    _path: string,
    { method, headers, body }: { method?: string; headers?: Record<string, string>; body?: string },
  ) {
    const reply = ({ status, body }: Reply) => new Response(JSON.stringify(body), { status });
    if (method !== "PATCH") return reply({ status: 200, body: { submission: server.stored } });
    const { status, answers } = JSON.parse(body ?? "{}");
    const version = headers?.["if-match"] ?? "";
    server.saves.push({ version, status, answers });
    const plan = server.planned.shift();
    if (plan === "drop") throw new TypeError("Failed to fetch");
    if (plan === "hold")
      await new Promise<void>((resolve) => {
        server.release = resolve;
      });
    else if (typeof plan === "object") return reply(plan);
    if (server.stored.status === "Submitted") return reply({ status: 409, body: {} });
    if (version !== `"${server.stored.version}"`) return reply({ status: 412, body: {} });
    const closed = status === "Submitted" ? "submitted" : null;
    server.stored = { ...server.stored, status, answers, closed, version: Number(server.stored.version) + 1 };
    if (plan === "lose-reply") throw new TypeError("Failed to fetch");
    return reply({ status: 200, body: server.stored });
  },
}));

const open = (value: string): Answers => ({ open: { "0": { type: "OpenEndedQuestionAnswer", value } } });
const questions = [
  { id: "open", content: [{ type: "open-question", phrase: "Why?" }] },
  { id: "closed", content: [{ type: "closed-question", phrase: "Which?", options: [] }] },
];
const typed = (value: string) => ["open", 0, { type: "OpenEndedQuestionAnswer", value }] as const;
let ids = 0;
let outbox: BrowserOutbox;
let storedSubmissions: Submission[];

const newOutbox = (store = createMemoryEntries()) =>
  createBrowserOutbox(
    { uid: "ada", profileId: null },
    {
      store,
      senders,
      async oneAtATime(_name, work) {
        await work();
        return true;
      },
      now: Date.now,
      newId: () => `entry-${++ids}`,
    },
  );
/** Opens a form with the server's current submission. */
function opened(from: BrowserOutbox = outbox) {
  const writer = createDraftWriter(server.stored as Submission, from, (now) => storedSubmissions.push(now));
  const end = writer.begin();
  return { writer, end };
}
/** Saves a change as another device of the same pupil does. */
const elsewhere = (change: object) => {
  server.stored = { ...server.stored, ...change, version: Number(server.stored.version) + 1 };
};
const texts = () =>
  server.saves
    .map(({ answers }) => (answers as Answers).open?.["0"])
    .map((answer) => (answer && "value" in answer ? answer.value : ""));
const storedAnswers = () => server.stored.answers;
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  server.saves = [];
  server.planned = [];
  // Each test has its own id, because the versions of a page's own saves are remembered by id.
  server.stored = {
    id: `submission-${++ids}`,
    status: "InProgress",
    closed: null,
    version: 3,
    answers: open("Before"),
    context: { type: "Assignment", assignment: { objective: { exercises: questions } } },
  };
  storedSubmissions = [];
  outbox = newOutbox();
});
afterEach(() => {
  outbox.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the draft writer", () => {
  test("saves typed answers at most every three seconds, each with the version of the save before", async () => {
    const { writer } = opened();
    writer.answer(...typed("O"));
    await pass(1000);
    writer.answer(...typed("On"));
    await pass(2500);
    writer.answer(...typed("One"));
    await pass(6000);
    expect(server.saves.map(({ version }) => version)).toEqual(['"3"', '"4"']);
    expect(texts()).toEqual(["On", "One"]);
    expect(writer.draft()).toMatchObject({ state: "saved", conflict: null, answers: open("One") });
  });

  test("shows unsent answers of an earlier page, merged with text that was typed before they were read", async () => {
    const store = createMemoryEntries();
    server.planned = ["drop"];
    const first = newOutbox(store);
    const earlier = opened(first);
    earlier.writer.answer("closed", 0, { type: "ClosedEndedQuestionAnswer", optionId: "b" });
    earlier.writer.saveOnDevice();
    await pass(1);
    earlier.end();
    first.stop();
    const { writer } = opened(newOutbox(store));
    writer.answer(...typed("At once"));
    await pass(20_000);
    const both = { ...open("At once"), closed: { "0": { type: "ClosedEndedQuestionAnswer", optionId: "b" } } };
    expect(writer.draft().answers).toEqual(both);
    expect(storedAnswers()).toEqual(both);
  });

  test("accepts a save whose reply was lost as its own, also when more was typed since", async () => {
    const { writer } = opened();
    server.planned = ["lose-reply"];
    writer.answer(...typed("One"));
    await pass(3001);
    writer.answer(...typed("One and two"));
    await pass(30_000);
    expect(storedAnswers()).toEqual(open("One and two"));
    expect(writer.draft()).toMatchObject({ state: "saved", conflict: null });
  });
});

describe("given answers that another device saved meanwhile", () => {
  test("then both are shown, and nothing is overwritten until the pupil has chosen", async () => {
    const { writer, end } = opened();
    elsewhere({ answers: open("Theirs") });
    writer.answer(...typed("Mine"));
    await pass(3001);
    expect(writer.draft().conflict).toMatchObject({ mine: open("Mine"), stored: { answers: open("Theirs") } });
    await writer.submit();
    await writer.save();
    writer.saveOnDevice();
    end();
    await pass(20_000);
    expect(storedAnswers()).toEqual(open("Theirs"));
    expect(server.stored.status).toBe("InProgress");
  });

  test("then text typed while the outdated save is running does not overwrite them", async () => {
    const { writer } = opened();
    elsewhere({ answers: open("Theirs") });
    server.planned = ["hold"];
    writer.answer(...typed("Mine"));
    await pass(3001);
    writer.answer(...typed("Mine and more"));
    await pass(3001);
    server.release();
    await pass(20_000);
    expect(storedAnswers()).toEqual(open("Theirs"));
    expect(writer.draft().conflict?.mine).toEqual(open("Mine and more"));
  });

  test("then isElsewhere is true, but not when the book was withdrawn and restored without another save", async () => {
    const { writer, end } = opened();
    server.planned = [{ status: 409, body: {} }];
    server.stored = { ...server.stored, closed: "book_withdrawn" };
    writer.answer(...typed("Mine"));
    await pass(3001);
    expect(writer.draft().conflict?.isElsewhere).toBe(false);
    end();
    server.stored = { ...server.stored, closed: null };
    const back = opened();
    await pass(1);
    expect(back.writer.draft().conflict).toMatchObject({ mine: open("Mine"), isElsewhere: false });
    back.end();
    elsewhere({ answers: open("Theirs") });
    const changed = opened();
    await pass(1);
    expect(changed.writer.draft().conflict?.isElsewhere).toBe(true);
  });

  test("then submitting does not overwrite them", async () => {
    const { writer } = opened();
    elsewhere({ answers: open("Theirs") });
    await writer.submit();
    expect(server.stored).toMatchObject({ status: "InProgress", answers: open("Theirs") });
    expect(writer.draft().conflict).toMatchObject({ mine: open("Before"), stored: { answers: open("Theirs") } });
    await writer.submit();
    expect(server.stored).toMatchObject({ status: "InProgress", answers: open("Theirs") });
  });

  test.each([
    ["mine", open("Mine")],
    ["stored", open("Theirs")],
  ] as const)("then choosing %s ends the conflict", async (which, left) => {
    const { writer } = opened();
    elsewhere({ answers: open("Theirs") });
    writer.answer(...typed("Mine"));
    await pass(3001);
    writer.choose(which);
    await pass(1);
    expect(storedAnswers()).toEqual(left);
    expect(writer.draft()).toMatchObject({ conflict: null, answers: left, state: "saved" });
    expect(opened().writer.draft().conflict).toBeNull();
  });

  test("then a reload shows the conflict until the pupil chooses, and a later save elsewhere does not conflict", async () => {
    const { writer, end } = opened();
    elsewhere({ answers: open("Theirs") });
    writer.answer(...typed("Mine"));
    await pass(3001);
    end();
    const again = opened();
    await pass(1);
    expect(again.writer.draft().conflict?.mine).toEqual(open("Mine"));
    again.writer.choose("mine");
    await pass(1);
    again.writer.answer(...typed("Mine and later"));
    await pass(3001);
    again.end();
    elsewhere({ answers: open("Written elsewhere, seen here") });
    const later = opened();
    await pass(1);
    expect(later.writer.draft()).toMatchObject({ conflict: null, answers: open("Written elsewhere, seen here") });
  });
});

describe("submitting", () => {
  test("is repeated once when the same answers are stored in another version", async () => {
    const { writer } = opened();
    elsewhere({});
    await writer.submit();
    expect(server.stored.status).toBe("Submitted");
    expect(storedSubmissions.at(-1)).toMatchObject({ status: "Submitted" });
  });

  test("sets the state submit_failed when it is rejected twice", async () => {
    const { writer } = opened();
    server.planned = [
      { status: 412, body: {} },
      { status: 412, body: {} },
    ];
    await writer.submit();
    expect(server.saves).toHaveLength(2);
    expect(writer.draft().state).toBe("submit_failed");
  });

  test("shows the submission when the same answers were submitted elsewhere", async () => {
    const { writer } = opened();
    elsewhere({ status: "Submitted", closed: "submitted" });
    await writer.submit();
    expect(storedSubmissions.at(-1)).toMatchObject({ closed: "submitted" });
    expect(writer.draft().conflict).toBeNull();
  });

  test.each([
    [false, "offline"],
    [true, "unavailable"],
  ])(
    "waits while the last draft cannot be sent, with a state that depends on being online: %s",
    async (onLine, state) => {
      vi.stubGlobal("navigator", { onLine });
      const { writer } = opened();
      server.planned = ["drop"];
      writer.answer(...typed("Mine"));
      await writer.submit();
      expect(writer.draft().state).toBe(state);
      expect(server.stored.status).toBe("InProgress");
    },
  );

  test("sets the state unavailable, not offline, when the service returns 502", async () => {
    vi.stubGlobal("navigator", { onLine: true });
    const { writer } = opened();
    server.planned = [{ status: 502, body: {} }];
    writer.answer(...typed("Mine"));
    await writer.submit();
    expect(writer.draft().state).toBe("unavailable");
  });
});

test("an answer to a deleted question is removed from the draft, and shown", async () => {
  const { writer } = opened();
  server.planned = [{ status: 400, body: { details: [{ attribute: "answers.open.0", reason: "gone" }] } }];
  writer.answer(...typed("To nothing"));
  await pass(3001);
  expect(writer.draft()).toMatchObject({ answers: {}, state: "saved" });
  expect(writer.draft().removed).toEqual([{ type: "OpenEndedQuestionAnswer", value: "To nothing" }]);
  expect(storedAnswers()).toEqual({});
});

test("a removed answer is shown by every later page until the pupil dismisses it", async () => {
  const { writer, end } = opened();
  server.planned = [{ status: 400, body: { details: [{ attribute: "answers.open.0", reason: "gone" }] } }];
  writer.answer(...typed("To nothing"));
  await pass(3001);
  end();
  const later = opened(newOutbox());
  await pass(1);
  expect(later.writer.draft().removed).toEqual([{ type: "OpenEndedQuestionAnswer", value: "To nothing" }]);
  later.writer.dismissRemoved();
  expect(later.writer.draft().removed).toEqual([]);
  later.end();
  expect(opened(newOutbox()).writer.draft().removed).toEqual([]);
});

test("an answer that an earlier page removed for a deleted question is shown, and is not a conflict", async () => {
  const { writer, end } = opened();
  server.planned = [{ status: 400, body: { details: [{ attribute: "answers.gone.0", reason: "gone" }] } }, "hold"];
  writer.answer("gone", 0, { type: "OpenEndedQuestionAnswer", value: "To nothing" });
  await pass(3001);
  end();
  const later = opened(newOutbox());
  await pass(1);
  expect(later.writer.draft()).toMatchObject({ conflict: null, answers: open("Before") });
  expect(later.writer.draft().removed).toEqual([{ type: "OpenEndedQuestionAnswer", value: "To nothing" }]);
});

test("a conflict shows both texts, and the removed answer to a deleted question", async () => {
  const { writer } = opened();
  writer.answer("gone", 0, { type: "OpenEndedQuestionAnswer", value: "To nothing" });
  writer.answer(...typed("Mine"));
  elsewhere({ answers: open("Theirs") });
  await pass(3001);
  expect(writer.draft()).toMatchObject({
    conflict: { mine: open("Mine"), stored: { answers: open("Theirs") } },
    removed: [{ value: "To nothing" }],
  });
  writer.dismissRemoved();
  const later = opened();
  await pass(1);
  expect(later.writer.draft()).toMatchObject({ conflict: { mine: open("Mine") }, removed: [] });
  later.end();
  writer.choose("mine");
  await pass(1);
  expect(storedAnswers()).toEqual(open("Mine"));
});

test.each([
  [401, "signed_out"],
  [404, "assignment_gone"],
])("a save that returns %i sets the state to its reason, also after submitting", async (status, state) => {
  const { writer } = opened();
  server.planned = Array.from({ length: 4 }, () => ({ status, body: {} }));
  writer.answer(...typed("Mine"));
  await pass(3001);
  expect(writer.draft()).toMatchObject({ state, answers: open("Mine") });
  await writer.submit();
  expect(writer.draft().state).toBe(state);
});
