import {
  type AnswerEvent,
  type AnswerPayload,
  fetchSubmission,
  onAnswerSent,
  readSetAside,
  removedPaths,
  removeSetAsideAnswer,
  saveAnswers,
  setAside,
  storedRemoved,
  storeRemoved,
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

/**
 * Draft of one submission's answers: saved on the device first, then sent. docs/product/reader.md#assignments.
 * @param onStored called with the server's stored submission
 */
export function createDraftWriter(
  submission: Submission,
  outbox: Pick<BrowserOutbox, "owner" | "add" | "entries" | "flush">,
  onStored: (submission: Submission) => void,
): DraftWriter {
  const { id } = submission;
  let draft: Draft = { answers: submission.answers, state: "saved", conflict: null, removed: storedRemoved(id) };
  /**
   * Version that the answers are based on: changed only by a save of this draft or the user's choice, so that no unseen
   * version is overwritten.
   */
  let version = submission.version;
  let isUnsaved = false;
  /** Answers typed before an earlier page's answers are restored; null afterwards. */
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

  /** @returns all answers to removed questions */
  const storeRemovedAnswers = (more: readonly Answer[]): readonly Answer[] => {
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

  /** Stops sending until the user has chosen. Answers to removed questions are shown, but are no part of the choice. */
  const showConflict = (mine: Answers, stored: Submission, read = version) => {
    stopTimer();
    isUnsaved = false;
    const left = withoutPaths(mine, removedQuestions(mine, partsOf(stored).exercises));
    const removed = storeRemovedAnswers(left.removed);
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
    change({ answers, removed: storeRemovedAnswers(removed) });
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
    const aside = readSetAside(id);
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

  /** @param isAgain whether this is the second attempt, after a newer version with the same answers */
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
    saveOnDevice: () => void queue(),
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
        // Only the browser knows whether the network is down; a failed request may also be the service's fault.
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
