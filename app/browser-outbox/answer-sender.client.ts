import { callServer } from "~/clients/browser-calls.client";
import { type Answer, type Answers, isSameAnswers, type Submission } from "~/services/contracts/submissions";
import type { DeliveryOutcome, DeliverySender } from "./delivery-lane";
import type { OutboxEntry } from "./outbox-entry";

/** Sends drafts of answers, and reports the result to the open form. docs/product/reader.md#assignments. */

/** A draft, queued with the submission's id as key. `read`: the version that the answers are based on. */
export type AnswerPayload = { submissionId: string; answers: Answers; read: number };

export type AnswerEvent = { submissionId: string } & (
  | { type: "taken"; stored: Submission }
  /**
   * Other answers are stored by now, or none can be stored any more: nothing was overwritten. `read`: version that the
   * refused answers are based on.
   */
  | { type: "conflict"; stored: Submission; read: number }
  /** Questions that the answers refer to were removed, by exercise and item. */
  | { type: "removed"; paths: string[] }
  /** Nothing is sent until the pupil has signed in again. */
  | { type: "signed_out" }
  /** 404: the submission no longer exists. Otherwise the service gave an unknown reason. */
  | { type: "refused"; status: number }
);

type Listener = (event: AnswerEvent) => void;
const listeners = new Set<Listener>();
/** Versions created by this page's own saves: an entry that was queued before such a save is based on it. */
const versions = new Map<string, number>();
/** Answers of the last save without a response: it may have been stored all the same. */
const unanswered = new Map<string, Answers>();

export function onAnswerSent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const emit = (event: AnswerEvent) => {
  for (const listener of listeners) listener(event);
};

const submissionPath = (id: string) => `/reader/submissions/${encodeURIComponent(id)}`;

export function createAnswerSender(
  headersOf: (owner: OutboxEntry["lane"]["owner"]) => Record<string, string>,
): DeliverySender {
  return {
    rules: { threshold: 1, pause: 3_000, maxFailures: 10, batch: 1 },
    async send([entry]) {
      if (!entry) return "taken";
      const { submissionId, answers, read } = entry.payload as AnswerPayload;
      const earlier = unanswered.get(submissionId);
      unanswered.set(submissionId, answers);
      let version = Math.max(read, versions.get(submissionId) ?? 0);
      const save = () =>
        saveAnswers(submissionId, { status: "InProgress", answers }, version, headersOf(entry.lane.owner));
      let response = await save();
      if (response.status === 412 && earlier) {
        const stored = await fetchSubmission(submissionId);
        if (stored && isSameAnswers(stored.answers, earlier)) {
          version = stored.version;
          versions.set(submissionId, version);
          response = await save();
        }
      }
      const outcome = await settle(response, { submissionId, answers, read: version });
      if (outcome === "taken" || outcome === "refused") unanswered.delete(submissionId);
      return outcome;
    },
  };
}

/** @returns the response, whatever its status. @throws without a response */
export function saveAnswers(
  id: string,
  changes: { status: Submission["status"]; answers: Answers },
  version: number,
  owner: Record<string, string>,
): Promise<Response> {
  const headers = { "content-type": "text/plain", "if-match": `"${version}"`, ...owner };
  return callServer(submissionPath(id), { method: "PATCH", headers, body: JSON.stringify(changes) });
}

/** The error message of a save with a status other than 200. docs/product/reader.md#errors. */
export const failedUpdate = (id: string) => `Failed to update submission with id ${id}.`;

async function settle(response: Response, { submissionId, answers, read }: AnswerPayload): Promise<DeliveryOutcome> {
  const { status } = response;
  if (status !== 200) console.warn(failedUpdate(submissionId));
  if (status === 401) {
    emit({ submissionId, type: "signed_out" });
    return "signed_out";
  }
  if (status >= 500 || status === 408 || status === 429) return "later";
  if (response.ok) {
    announceStored((await response.json()) as Submission);
    return "taken";
  }
  if (status === 412 || status === 409) {
    const stored = await fetchSubmission(submissionId);
    if (!stored) return "later";
    // The save succeeded, and its response was lost.
    if (isSameAnswers(stored.answers, answers)) announceStored(stored);
    else {
      storeUnsavedAnswers(submissionId, { answers, read });
      emit({ submissionId, type: "conflict", stored, read });
    }
    return "refused";
  }
  const paths = await removedPaths(response);
  storeUnsavedAnswers(submissionId, { answers, read });
  emit(paths.length > 0 ? { submissionId, type: "removed", paths } : { submissionId, type: "refused", status });
  return "refused";
}

function announceStored(stored: Submission): void {
  versions.set(stored.id, stored.version);
  // Answers set aside after an earlier refusal are older than the stored ones.
  removeUnsavedAnswers(stored.id);
  emit({ submissionId: stored.id, type: "taken", stored });
}

/** The stored submission; null if the request failed. */
export async function fetchSubmission(id: string): Promise<Submission | null> {
  const reply = await callServer(submissionPath(id), { cache: "no-store" });
  return reply.ok ? ((await reply.json()) as { submission: Submission }).submission : null;
}

/** Paths (`exercise.item`) of answers to removed questions in a refused save. */
export async function removedPaths(response: Response): Promise<string[]> {
  if (response.status !== 400) return [];
  const { details = [] } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { details?: Array<{ attribute: string }> };
  return details.flatMap(({ attribute }) => /^answers\.(.+\.\d+)$/.exec(attribute)?.[1] ?? []);
}

/** Answers with the version that they are based on. */
type Aside = Pick<AnswerPayload, "answers" | "read">;

const asideKey = (id: string) => `fabel-answers-aside:${id}`;
const removedKey = (id: string) => `fabel-answers-removed:${id}`;

function writeToDevice(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    console.warn("Answers could not be stored on the device");
  }
}

function readFromDevice<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

/** Stores answers that could not be saved on the device until the user has chosen. */
export const storeUnsavedAnswers = (id: string, aside: Aside) => writeToDevice(asideKey(id), aside);

/** Answers that were set aside; null if there are none. */
export const readUnsavedAnswers = (id: string) => readFromDevice<Aside>(asideKey(id));

/** Stores answers to removed questions, which the server no longer accepts. */
export function storeRemoved(id: string, removed: readonly Answer[]): void {
  if (removed.length > 0) writeToDevice(removedKey(id), removed);
  else localStorage.removeItem(removedKey(id));
}

export const storedRemoved = (id: string) => readFromDevice<readonly Answer[]>(removedKey(id)) ?? [];

export function removeUnsavedAnswers(id: string): void {
  localStorage.removeItem(asideKey(id));
}
