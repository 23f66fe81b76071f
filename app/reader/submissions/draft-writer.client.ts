import {
  type AnswerEvent,
  type AnswerPayload,
  fetchSubmission,
  onAnswerSent,
  readUnsavedAnswers,
  removedPaths,
  removeUnsavedAnswers,
  saveAnswers,
  storedRemoved,
  storeRemoved,
  storeUnsavedAnswers,
} from "~/browser-outbox/answer-sender.client";
import type { BrowserOutbox } from "~/browser-outbox/browser-outbox";
import { ownerHeaders } from "~/browser-outbox/entry-profile";
import {
  type Answer,
  type Answers,
  isSameAnswer,
  isSameAnswers,
  type Submission,
} from "~/services/contracts/submissions";
import { requireSaved } from "./submission-list";
import { partsOf, removedQuestions, withAnswer, withoutPaths } from "./submission-parts";

/** Milliseconds between two saves during typing. */
const saveEvery = 3_000;

export type SaveState =
  | "saved"
  | "typing"
  | "waiting"
  | "failed"
  | "offline"
  | "unavailable"
  | "signed_out"
  | "assignment_gone"
  | "submit_failed";

export type Draft = {
  answers: Answers;
  state: SaveState;
  /** Local answers that could not replace the stored ones: both are shown. */
  conflict: { mine: Answers; stored: Submission; isElsewhere: boolean } | null;
  /** Answers to removed questions: stored on the device until the user dismisses them. */
  removed: readonly Answer[];
};

export type DraftWriter = {
  draft(): Draft;
  /** @returns function that unsubscribes */
  subscribe(listener: () => void): () => void;
  /** Subscribes to the results of sending, and restores answers that an earlier page could not save. @returns function that ends it */
  begin(): () => void;
  answer(exercise: string, item: number, answer: Answer): void;
  /** Stores the typed answers on the device, because the page may be closed. */
  saveOnDevice(): void;
  /** Stores the typed answers and sends them. */
  save(): Promise<void>;
  submit(): Promise<void>;
  /** Resolves a conflict; until then nothing is sent. */
  choose(which: "mine" | "stored"): void;
  /** Dismisses the answers to removed questions. */
  dismissRemoved(): void;
};

/** State of a writer. */
type OpenDraft = {
  readonly id: string;
  /** The submission as the form was opened with it. */
  readonly opened: Submission;
  readonly outbox: Pick<BrowserOutbox, "owner" | "add" | "entries" | "flush">;
  /** Called with the server's stored submission. */
  readonly onStored: (submission: Submission) => void;
  readonly listeners: Set<() => void>;
  draft: Draft;
  /**
   * Version that the answers are based on: changed only by a save of this draft or the user's choice, so that no unseen
   * version is overwritten.
   */
  version: Submission["version"];
  isUnsaved: boolean;
  /** Answers typed before an earlier page's answers are restored; null afterwards. */
  queued: Array<Parameters<DraftWriter["answer"]>> | null;
  timer: ReturnType<typeof setTimeout> | undefined;
};

/**
 * Draft of one submission's answers: saved on the device first, then sent. docs/product/reader.md#assignments.
 * @param onStored called with the server's stored submission
 */
export function createDraftWriter(
  submission: Submission,
  outbox: OpenDraft["outbox"],
  onStored: (submission: Submission) => void,
): DraftWriter {
  const { id, answers, version } = submission;
  const open: OpenDraft = {
    id,
    opened: submission,
    outbox,
    onStored,
    listeners: new Set(),
    draft: { answers, state: "saved", conflict: null, removed: storedRemoved(id) },
    version,
    isUnsaved: false,
    queued: [],
    timer: undefined,
  };
  return {
    draft: () => open.draft,
    subscribe(listener) {
      open.listeners.add(listener);
      return () => open.listeners.delete(listener);
    },
    begin() {
      const stop = onAnswerSent((event) => settle(open, event));
      void restoreEarlier(open);
      return () => {
        stop();
        void queue(open);
      };
    },
    answer(exercise, item, answer) {
      open.isUnsaved = true;
      open.queued?.push([exercise, item, answer]);
      change(open, { answers: withAnswer(open.draft.answers, exercise, item, answer), state: "typing" });
      open.timer ??= setTimeout(() => void queue(open), saveEvery);
    },
    saveOnDevice: () => void queue(open),
    save: () => save(open),
    submit: () => submit(open),
    choose: (which) => choose(open, which),
    dismissRemoved() {
      storeRemoved(id, []);
      change(open, { removed: [] });
    },
  };
}

function change(open: OpenDraft, changes: Partial<Draft>): void {
  open.draft = { ...open.draft, ...changes };
  for (const listener of open.listeners) listener();
}

function stopTimer(open: OpenDraft): void {
  clearTimeout(open.timer);
  open.timer = undefined;
}

async function queue(open: OpenDraft): Promise<void> {
  stopTimer(open);
  if (!open.isUnsaved) return;
  open.isUnsaved = false;
  change(open, { state: "waiting" });
  const payload: AnswerPayload = { submissionId: open.id, answers: open.draft.answers, read: open.version };
  await open.outbox.add("answer", payload, { key: open.id });
}

async function save(open: OpenDraft): Promise<void> {
  if (open.draft.conflict) return;
  open.isUnsaved = true;
  await queue(open);
  await open.outbox.flush("answer");
}

/** @returns all answers to removed questions */
function storeRemovedAnswers({ id, draft }: OpenDraft, more: readonly Answer[]): readonly Answer[] {
  const isNew = (answer: Answer) => !draft.removed.some((known) => isSameAnswer(known, answer));
  const removed = [...draft.removed, ...more.filter(isNew)];
  storeRemoved(id, removed);
  return removed;
}

/** Stops sending until the user has chosen. Answers to removed questions are shown, but are no part of the choice. */
function showConflict(open: OpenDraft, mine: Answers, stored: Submission, read = open.version): void {
  const { id } = open;
  stopTimer(open);
  open.isUnsaved = false;
  const left = withoutPaths(mine, removedQuestions(mine, partsOf(stored).exercises));
  const removed = storeRemovedAnswers(open, left.removed);
  if (isSameAnswers(left.answers, stored.answers)) {
    removeUnsavedAnswers(id);
    open.version = stored.version;
    open.onStored(stored);
    change(open, { answers: left.answers, removed, state: "saved", conflict: null });
    return;
  }
  storeUnsavedAnswers(id, { answers: left.answers, read });
  const conflict = { mine: left.answers, stored, isElsewhere: stored.version !== read };
  change(open, { answers: left.answers, removed, conflict });
}

function choose(open: OpenDraft, which: "mine" | "stored"): void {
  const { conflict } = open.draft;
  if (!conflict) return;
  open.version = conflict.stored.version;
  open.onStored(conflict.stored);
  if (which === "stored") {
    removeUnsavedAnswers(open.id);
    change(open, { conflict: null, answers: conflict.stored.answers, state: "saved" });
    return;
  }
  change(open, { conflict: null, answers: conflict.mine });
  open.isUnsaved = true;
  void queue(open);
}

/** Takes the answers to removed questions out of the draft and saves the others. */
async function takeOut(open: OpenDraft, paths: readonly string[]): Promise<void> {
  const { answers, removed } = withoutPaths(open.draft.answers, paths);
  change(open, { answers, removed: storeRemovedAnswers(open, removed) });
  open.isUnsaved = true;
  const now = await fetchSubmission(open.id);
  if (now) open.onStored(now);
  await queue(open);
}

/** Applies the result of a save that was sent. */
function settle(open: OpenDraft, event: AnswerEvent): void {
  if (event.submissionId !== open.id) return;
  switch (event.type) {
    case "taken":
      open.version = event.stored.version;
      if (!open.isUnsaved) change(open, { state: "saved", conflict: null });
      return;
    case "conflict":
      showConflict(open, open.draft.answers, event.stored, event.read);
      return;
    case "removed":
      void takeOut(open, event.paths);
      return;
    case "signed_out":
      change(open, { state: "signed_out" });
      return;
    case "refused":
      change(open, { state: event.status === 404 ? "assignment_gone" : "failed" });
  }
}

/** Restores answers that an earlier page could not save. */
async function restoreEarlier(open: OpenDraft): Promise<void> {
  const entries = await open.outbox.entries("answer");
  const waiting = entries.find((entry) => entry.key === open.id)?.payload as AnswerPayload | undefined;
  const aside = readUnsavedAnswers(open.id);
  const earlier = waiting?.answers ?? aside?.answers;
  const typed = open.queued ?? [];
  open.queued = null;
  if (!earlier) return;
  const answers = typed.reduce((all, each) => withAnswer(all, ...each), earlier);
  if (!waiting) {
    if (!isSameAnswers(answers, open.opened.answers)) showConflict(open, answers, open.opened, aside?.read);
    return;
  }
  open.version = waiting.read;
  change(open, open.isUnsaved ? { answers } : { answers, state: "waiting" });
  void open.outbox.flush("answer");
}

async function submit(open: OpenDraft): Promise<void> {
  if (open.draft.conflict) return;
  await queue(open);
  await open.outbox.flush("answer");
  if (open.draft.conflict) return;
  const entries = await open.outbox.entries("answer");
  if (entries.some((entry) => entry.key === open.id)) {
    if (open.draft.state === "signed_out") return;
    // Only the browser knows whether the network is down; a failed request may also be the service's fault.
    return change(open, { state: navigator.onLine ? "unavailable" : "offline" });
  }
  try {
    await sendSubmitted(open, false);
  } catch (error) {
    console.warn(error);
    change(open, { state: "submit_failed" });
  }
}

/** @param isAgain whether this is the second attempt, after a newer version with the same answers */
async function sendSubmitted(open: OpenDraft, isAgain: boolean): Promise<void> {
  const { id, onStored } = open;
  const { answers } = open.draft;
  const reply = await saveAnswers(id, { status: "Submitted", answers }, open.version, ownerHeaders(open.outbox.owner));
  if (reply.status === 412 || reply.status === 409) {
    const now = await fetchSubmission(id);
    if (!now) return change(open, { state: "submit_failed" });
    if (!isSameAnswers(now.answers, answers)) {
      showConflict(open, answers, now);
      return onStored(now);
    }
    open.version = now.version;
    if (now.closed === null && !isAgain) return sendSubmitted(open, true);
    onStored(now);
    return now.closed === null ? change(open, { state: "submit_failed" }) : undefined;
  }
  if (reply.status === 404) return change(open, { state: "assignment_gone" });
  const paths = await removedPaths(reply);
  if (paths.length > 0) {
    await takeOut(open, paths);
    return change(open, { state: "submit_failed" });
  }
  requireSaved(id, reply.status);
  removeUnsavedAnswers(id);
  onStored((await reply.json()) as Submission);
}
