import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type BrowserOutbox, createBrowserOutbox } from "~/browser-outbox/browser-outbox";
import { createMemoryEntries } from "~/browser-outbox/memory-entries";
import { senders } from "~/browser-outbox/senders.client";
import type { Answers, Submission } from "~/services/contracts/submissions";
import { createDraftWriter } from "./draft-writer.client";

/** The server as its browser sees it: one submission, saved by version. */
type Reply = { status: number; body: unknown };
const server = vi.hoisted(() => ({
  saves: [] as Array<{ version: string; status: string; answers: unknown }>,
  stored: {} as Record<string, unknown>,
  /** Taken before the server answers, one each save. */
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
let told: Submission[];

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
/** A form that was opened with what the server has now. */
function opened(from: BrowserOutbox = outbox) {
  const writer = createDraftWriter(server.stored as Submission, from, (now) => told.push(now));
  const end = writer.begin();
  return { writer, end };
}
/** Another device of the same pupil saves. */
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
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  server.saves = [];
  server.planned = [];
  // The versions of a page's own saves are remembered by id.
  server.stored = {
    id: `submission-${++ids}`,
    status: "InProgress",
    closed: null,
    version: 3,
    answers: open("Before"),
    context: { type: "Assignment", assignment: { objective: { exercises: questions } } },
  };
  told = [];
  outbox = newOutbox();
});
afterEach(() => {
  outbox.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("writing", () => {
  test("saves what was typed at most every three seconds, each save on the one before", async () => {
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

  test("shows what an earlier page could not send, with what is typed before it is read", async () => {
    const store = createMemoryEntries();
    server.planned = ["drop"];
    const first = newOutbox(store);
    const earlier = opened(first);
    earlier.writer.answer("closed", 0, { type: "ClosedEndedQuestionAnswer", optionId: "b" });
    earlier.writer.keep();
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

  test("takes a save whose reply was lost for its own, also when more was typed since", async () => {
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

describe("answers that another device saved meanwhile", () => {
  test("are shown beside the own ones, and overwritten by nothing until the pupil has chosen", async () => {
    const { writer, end } = opened();
    elsewhere({ answers: open("Theirs") });
    writer.answer(...typed("Mine"));
    await pass(3001);
    expect(writer.draft().conflict).toMatchObject({ mine: open("Mine"), stored: { answers: open("Theirs") } });
    await writer.submit();
    await writer.save();
    writer.keep();
    end();
    await pass(20_000);
    expect(storedAnswers()).toEqual(open("Theirs"));
    expect(server.stored.status).toBe("InProgress");
  });

  test("are not overwritten by what was typed while the stale save was under way", async () => {
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

  test("are said to come from elsewhere only where others were stored, and not after the book went and came back", async () => {
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

  test("are not overwritten by submitting", async () => {
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
  ] as const)("end with the choice of %s", async (which, left) => {
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

  test("stay beside the own ones after a reload, until one is chosen or a later save is taken", async () => {
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
  test("is repeated once where the same answers are stored in another version", async () => {
    const { writer } = opened();
    elsewhere({});
    await writer.submit();
    expect(server.stored.status).toBe("Submitted");
    expect(told.at(-1)).toMatchObject({ status: "Submitted" });
  });

  test("says so where it is refused again and again", async () => {
    const { writer } = opened();
    server.planned = [
      { status: 412, body: {} },
      { status: 412, body: {} },
    ];
    await writer.submit();
    expect(server.saves).toHaveLength(2);
    expect(writer.draft().state).toBe("submit_failed");
  });

  test("of the same answers that were submitted elsewhere shows them", async () => {
    const { writer } = opened();
    elsewhere({ status: "Submitted", closed: "submitted" });
    await writer.submit();
    expect(told.at(-1)).toMatchObject({ closed: "submitted" });
    expect(writer.draft().conflict).toBeNull();
  });

  test.each([
    [false, "offline"],
    [true, "unavailable"],
  ])("waits while the last draft cannot be sent, and says whether that is the network: %s", async (onLine, state) => {
    vi.stubGlobal("navigator", { onLine });
    const { writer } = opened();
    server.planned = ["drop"];
    writer.answer(...typed("Mine"));
    await writer.submit();
    expect(writer.draft().state).toBe(state);
    expect(server.stored.status).toBe("InProgress");
  });

  test("does not blame the network where the service answers with 502", async () => {
    vi.stubGlobal("navigator", { onLine: true });
    const { writer } = opened();
    server.planned = [{ status: 502, body: {} }];
    writer.answer(...typed("Mine"));
    await writer.submit();
    expect(writer.draft().state).toBe("unavailable");
  });
});

test("an answer to a question that is gone is taken out, and shown", async () => {
  const { writer } = opened();
  server.planned = [{ status: 400, body: { details: [{ attribute: "answers.open.0", reason: "gone" }] } }];
  writer.answer(...typed("To nothing"));
  await pass(3001);
  expect(writer.draft()).toMatchObject({ answers: {}, state: "saved" });
  expect(writer.draft().removed).toEqual([{ type: "OpenEndedQuestionAnswer", value: "To nothing" }]);
  expect(storedAnswers()).toEqual({});
});

test("an answer to a question that is gone is told again by every later page, until its writer dismisses it", async () => {
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

test("an answer that an earlier page set aside for a question that is gone is shown, and is no conflict", async () => {
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

test("of two texts both are shown, also what answers a question that is gone", async () => {
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
])("a save that is answered with %i says why nothing is saved, also to whoever submits", async (status, state) => {
  const { writer } = opened();
  server.planned = Array.from({ length: 4 }, () => ({ status, body: {} }));
  writer.answer(...typed("Mine"));
  await pass(3001);
  expect(writer.draft()).toMatchObject({ state, answers: open("Mine") });
  await writer.submit();
  expect(writer.draft().state).toBe(state);
});
