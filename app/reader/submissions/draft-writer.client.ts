import {
  type AnswerEvent,
  type AnswerPayload,
  fetchSubmission,
  onAnswerSent,
  removedPaths,
  removeSetAsideAnswer,
  saveAnswers,
  setAside,
  storedRemoved,
  storeRemoved,
  takenAside,
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

/** Milliseconds between two saves while somebody types. */
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
  /** Answers that could not take the place of the stored ones: both are shown. */
  conflict: { mine: Answers; stored: Submission; isElsewhere: boolean } | null;
  /** What was answered to questions that are gone: kept on the device until its writer has dismissed it. */
  removed: readonly Answer[];
};

export type DraftWriter = {
  draft(): Draft;
  /** @returns the way to stop it */
  subscribe(listener: () => void): () => void;
  /** Listens to what becomes of the answers, and shows again what an earlier page could not save. @returns the way to end it */
  begin(): () => void;
  answer(exercise: string, item: number, answer: Answer): void;
  /** Keeps on the device what was typed: the page may go away. */
  keep(): void;
  /** Stores what was typed and sends it. */
  save(): Promise<void>;
  submit(): Promise<void>;
  /** Decides a conflict: nothing is stored before. */
  choose(which: "mine" | "stored"): void;
  /** Forgets what was answered to questions that are gone. */
  dismissRemoved(): void;
};

/**
 * The answers of one submission while they are typed: saved on the device first, then sent. docs/product/reader.md#assignments.
 * @param onStored called with what the server has stored
 */
export function createDraftWriter(
  submission: Submission,
  outbox: Pick<BrowserOutbox, "owner" | "add" | "entries" | "flush">,
  onStored: (submission: Submission) => void,
): DraftWriter {
  const { id } = submission;
  let draft: Draft = { answers: submission.answers, state: "saved", conflict: null, removed: storedRemoved(id) };
  /** What the answers build on: only an own save or the writer's choice moves it, so that nothing is overwritten unread. */
  let version = submission.version;
  let isUnsaved = false;
  /** What is typed before an earlier page's answers are read; null afterwards. */
  let queued: Array<Parameters<DraftWriter["answer"]>> | null = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const change = (changes: Partial<Draft>) => {
    draft = { ...draft, ...changes };
    for (const listener of listeners) listener();
  };

  const stopTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  /** @returns all that was answered to questions that are gone */
  const keepRemoved = (more: readonly Answer[]): readonly Answer[] => {
    const isNew = (answer: Answer) => !draft.removed.some((known) => isSameAnswer(known, answer));
    const removed = [...draft.removed, ...more.filter(isNew)];
    storeRemoved(id, removed);
    return removed;
  };

  const queue = async () => {
    stopTimer();
    if (!isUnsaved) return;
    isUnsaved = false;
    change({ state: "waiting" });
    const payload: AnswerPayload = { submissionId: id, answers: draft.answers, read: version };
    await outbox.add("answer", payload, { key: id });
  };

  /** Nothing more is sent until the writer has chosen. What was answered to questions that are gone is shown, and not chosen from. */
  const showConflict = (mine: Answers, stored: Submission, read = version) => {
    stopTimer();
    isUnsaved = false;
    const left = withoutPaths(mine, removedQuestions(mine, partsOf(stored).exercises));
    const removed = keepRemoved(left.removed);
    if (isSameAnswers(left.answers, stored.answers)) {
      removeSetAsideAnswer(id);
      version = stored.version;
      onStored(stored);
      return change({ answers: left.answers, removed, state: "saved", conflict: null });
    }
    setAside(id, { answers: left.answers, read });
    const conflict = { mine: left.answers, stored, isElsewhere: stored.version !== read };
    change({ answers: left.answers, removed, conflict });
  };

  const takeOut = async (paths: readonly string[]) => {
    const { answers, removed } = withoutPaths(draft.answers, paths);
    change({ answers, removed: keepRemoved(removed) });
    isUnsaved = true;
    const now = await fetchSubmission(id);
    if (now) onStored(now);
    await queue();
  };

  const settle = (event: AnswerEvent) => {
    if (event.submissionId !== id) return;
    switch (event.type) {
      case "taken":
        version = event.stored.version;
        if (!isUnsaved) change({ state: "saved", conflict: null });
        return;
      case "conflict":
        showConflict(draft.answers, event.stored, event.read);
        return;
      case "removed":
        void takeOut(event.paths);
        return;
      case "signed_out":
        change({ state: "signed_out" });
        return;
      case "refused":
        change({ state: event.status === 404 ? "assignment_gone" : "failed" });
    }
  };

  const showEarlier = async () => {
    const entries = await outbox.entries("answer");
    const waiting = entries.find((entry) => entry.key === id)?.payload as AnswerPayload | undefined;
    const aside = takenAside(id);
    const earlier = waiting?.answers ?? aside?.answers;
    const typed = queued ?? [];
    queued = null;
    if (!earlier) return;
    const answers = typed.reduce((all, each) => withAnswer(all, ...each), earlier);
    if (!waiting) {
      if (!isSameAnswers(answers, submission.answers)) showConflict(answers, submission, aside?.read);
      return;
    }
    version = waiting.read;
    change(isUnsaved ? { answers } : { answers, state: "waiting" });
    void outbox.flush("answer");
  };

  /** @param isAgain whether it was refused once since another version of the same answers is stored */
  const sendSubmitted = async (isAgain: boolean): Promise<void> => {
    const { answers } = draft;
    const reply = await saveAnswers(id, { status: "Submitted", answers }, version, ownerHeaders(outbox.owner));
    if (reply.status === 412 || reply.status === 409) {
      const now = await fetchSubmission(id);
      if (!now) return change({ state: "submit_failed" });
      if (!isSameAnswers(now.answers, answers)) {
        showConflict(answers, now);
        return onStored(now);
      }
      version = now.version;
      if (now.closed === null && !isAgain) return sendSubmitted(true);
      onStored(now);
      return now.closed === null ? change({ state: "submit_failed" }) : undefined;
    }
    if (reply.status === 404) return change({ state: "assignment_gone" });
    const paths = await removedPaths(reply);
    if (paths.length > 0) {
      await takeOut(paths);
      return change({ state: "submit_failed" });
    }
    requireSaved(id, reply.status);
    removeSetAsideAnswer(id);
    onStored((await reply.json()) as Submission);
  };

  return {
    draft: () => draft,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin() {
      const stop = onAnswerSent(settle);
      void showEarlier();
      return () => {
        stop();
        void queue();
      };
    },
    answer(exercise, item, answer) {
      isUnsaved = true;
      queued?.push([exercise, item, answer]);
      change({ answers: withAnswer(draft.answers, exercise, item, answer), state: "typing" });
      timer ??= setTimeout(() => void queue(), saveEvery);
    },
    keep: () => void queue(),
    async save() {
      if (draft.conflict) return;
      isUnsaved = true;
      await queue();
      await outbox.flush("answer");
    },
    async submit() {
      if (draft.conflict) return;
      await queue();
      await outbox.flush("answer");
      if (draft.conflict) return;
      const entries = await outbox.entries("answer");
      if (entries.some((entry) => entry.key === id)) {
        if (draft.state === "signed_out") return;
        // Only the browser knows that there is no network; a call without a response may also be the service's fault.
        return change({ state: navigator.onLine ? "unavailable" : "offline" });
      }
      try {
        await sendSubmitted(false);
      } catch (error) {
        console.warn(error);
        change({ state: "submit_failed" });
      }
    },
    choose(which) {
      const { conflict } = draft;
      if (!conflict) return;
      version = conflict.stored.version;
      onStored(conflict.stored);
      if (which === "stored") {
        removeSetAsideAnswer(id);
        return change({ conflict: null, answers: conflict.stored.answers, state: "saved" });
      }
      change({ conflict: null, answers: conflict.mine });
      isUnsaved = true;
      void queue();
    },
    dismissRemoved() {
      storeRemoved(id, []);
      change({ removed: [] });
    },
  };
}
