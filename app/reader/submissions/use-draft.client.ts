import { useCallback, useEffect, useRef, useState } from "react";
import {
  type AnswerPayload,
  forgetAside,
  isSame,
  onAnswerSent,
  saveAnswers,
  submissionPath,
  takenAside,
} from "~/browser-outbox/answer-sender.client";
import { ownerHeaders } from "~/browser-outbox/entry-profile";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import { callServer } from "~/clients/browser-calls.client";
import type { Answer, Answers, Submission } from "~/services/contracts/submissions";
import { requireSaved } from "./submission-list";
import { withAnswer, withoutPaths } from "./submission-parts";

/** Milliseconds between two saves while somebody types. */
const saveEvery = 3_000;

export type SaveState = "saved" | "typing" | "waiting" | "failed" | "offline" | "submit_failed";

export type Draft = {
  answers: Answers;
  state: SaveState;
  /** Answers that could not take the place of the stored ones: both are shown. */
  conflict: { mine: Answers; stored: Submission } | null;
  /** What was answered to questions that are gone. */
  removed: Answer[];
  answer(exercise: string, item: number, answer: Answer): void;
  /** Stores what was typed and sends it. */
  save(): Promise<void>;
  submit(): Promise<void>;
  choose(which: "mine" | "stored"): void;
};

/** The answers of one submission while they are written: kept on the device first, then sent. docs/product/reader.md#assignments. */
export function useDraft(uid: string, submission: Submission, onStored: (submission: Submission) => void): Draft {
  const { id } = submission;
  const outbox = browserOutbox({ uid, profileId: null });
  const [answers, setAnswers] = useState(submission.answers);
  const [state, setState] = useState<SaveState>("saved");
  const [conflict, setConflict] = useState<Draft["conflict"]>(null);
  const [removed, setRemoved] = useState<Answer[]>([]);
  const version = useRef(submission.version);
  const latest = useRef(answers);
  const unsaved = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const stored = useRef(submission);
  stored.current = submission;

  const set = useCallback((next: Answers) => {
    latest.current = next;
    setAnswers(next);
  }, []);

  const queue = useCallback(async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!unsaved.current) return;
    unsaved.current = false;
    setState("waiting");
    const payload: AnswerPayload = { submissionId: id, answers: latest.current, read: version.current };
    await outbox.add("answer", payload, { key: id });
  }, [id, outbox]);

  const read = useCallback(async () => {
    const reply = await callServer(submissionPath(id), { cache: "no-store" });
    if (!reply.ok) return null;
    const { submission: now } = (await reply.json()) as { submission: Submission };
    version.current = now.version;
    onStored(now);
    return now;
  }, [id, onStored]);

  useEffect(
    () =>
      onAnswerSent((event) => {
        if (event.submissionId !== id) return;
        if (event.type === "taken") {
          version.current = event.version;
          if (!unsaved.current) setState("saved");
        } else if (event.type === "conflict") {
          version.current = event.stored.version;
          setConflict({ mine: latest.current, stored: event.stored });
        } else if (event.type === "removed") {
          const { answers: left, removed: gone } = withoutPaths(latest.current, event.paths);
          setRemoved((before) => [...before, ...gone]);
          set(left);
          unsaved.current = true;
          forgetAside(id);
          void read().then(queue);
        } else setState("failed");
      }),
    [id, set, read, queue],
  );

  // What an earlier page could not send, or could not save, is shown again.
  useEffect(() => {
    const aside = takenAside(id);
    if (aside && !isSame(aside, stored.current.answers)) setConflict({ mine: aside, stored: stored.current });
    void outbox.entries("answer").then((entries) => {
      const waiting = entries.find((entry) => entry.key === id)?.payload as AnswerPayload | undefined;
      if (!waiting || unsaved.current) return;
      set(waiting.answers);
      setState("waiting");
      void outbox.flush("answer");
    });
  }, [id, outbox, set]);

  useEffect(() => {
    const hide = () => void queue();
    document.addEventListener("visibilitychange", hide);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      void queue();
    };
  }, [queue]);

  return {
    ...{ answers, state, conflict, removed },
    answer(exercise, item, answer) {
      set(withAnswer(latest.current, exercise, item, answer));
      unsaved.current = true;
      setState("typing");
      timer.current ??= setTimeout(() => void queue(), saveEvery);
    },
    async save() {
      unsaved.current = true;
      await queue();
      await outbox.flush("answer");
    },
    async submit() {
      await queue();
      await outbox.flush("answer");
      const entries = await outbox.entries("answer");
      if (entries.some((entry) => entry.key === id)) return setState("offline");
      try {
        const changes = { status: "Submitted" as const, answers: latest.current };
        const reply = await saveAnswers(id, changes, version.current, ownerHeaders(outbox.owner));
        if (reply.status === 412 || reply.status === 409) {
          const now = await read();
          if (now && !isSame(now.answers, latest.current)) setConflict({ mine: latest.current, stored: now });
          return;
        }
        requireSaved(id, reply.status);
        onStored((await reply.json()) as Submission);
      } catch (error) {
        console.warn(error);
        setState("submit_failed");
      }
    },
    choose(which) {
      if (!conflict) return;
      forgetAside(id);
      setConflict(null);
      onStored(conflict.stored);
      if (which === "stored") {
        set(conflict.stored.answers);
        setState("saved");
        return;
      }
      set(conflict.mine);
      unsaved.current = true;
      void queue();
    },
  };
}
