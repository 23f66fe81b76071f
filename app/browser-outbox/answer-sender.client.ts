import { callServer } from "~/clients/browser-calls.client";
import type { Answers, Submission } from "~/services/contracts/submissions";
import type { Outcome, Sender } from "./delivery-lane";
import type { OutboxEntry } from "./outbox-entry";

/** Sends drafts of answers, and tells the open form what became of them. docs/product/reader.md#assignments. */

/** A draft, queued under the submission's id as key. `read`: the version that its writer has read. */
export type AnswerPayload = { submissionId: string; answers: Answers; read: number };

export type AnswerEvent = { submissionId: string } & (
  | { type: "taken"; version: number }
  /** Other answers are stored by now, or none can be stored any more: nothing was overwritten. */
  | { type: "conflict"; stored: Submission; mine: Answers }
  /** Questions that the answers name were removed, by exercise and item. */
  | { type: "removed"; paths: string[] }
  /** The service said why not in no way that is known. */
  | { type: "refused"; status: number }
);

type Listener = (event: AnswerEvent) => void;
const listeners = new Set<Listener>();
/** Versions that this page's own saves made: the next one builds on them. */
const versions = new Map<string, number>();

export function onAnswerSent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = (event: AnswerEvent) => {
  for (const listener of listeners) listener(event);
};

export const submissionPath = (id: string) => `/reader/submissions/${encodeURIComponent(id)}`;

export function createAnswerSender(headersOf: (owner: OutboxEntry["lane"]["owner"]) => Record<string, string>): Sender {
  return {
    rules: { threshold: 1, pause: 3_000, mostFailures: 10, batch: 1 },
    async send([entry]) {
      if (!entry) return "taken";
      const { submissionId, answers, read } = entry.payload as AnswerPayload;
      const version = Math.max(read, versions.get(submissionId) ?? 0);
      const response = await saveAnswers(
        submissionId,
        { status: "InProgress", answers },
        version,
        headersOf(entry.lane.owner),
      );
      return settle(response, { submissionId, answers });
    },
  };
}

/** @returns the reply, whatever its status. @throws where no answer came */
export function saveAnswers(
  id: string,
  changes: { status: Submission["status"]; answers: Answers },
  version: number,
  owner: Record<string, string>,
): Promise<Response> {
  const headers = { "content-type": "text/plain", "if-match": `"${version}"`, ...owner };
  return callServer(submissionPath(id), { method: "PATCH", headers, body: JSON.stringify(changes) });
}

async function settle(response: Response, { submissionId, answers }: Omit<AnswerPayload, "read">): Promise<Outcome> {
  const { status } = response;
  if (status === 401) return "signed_out";
  if (status >= 500 || status === 408 || status === 429) return "later";
  if (response.ok) {
    const { version } = (await response.json()) as Submission;
    versions.set(submissionId, version);
    tell({ submissionId, type: "taken", version });
    return "taken";
  }
  if (status === 412 || status === 409) {
    const reply = await callServer(submissionPath(submissionId), { cache: "no-store" });
    if (!reply.ok) return "later";
    const { submission: stored } = (await reply.json()) as { submission: Submission };
    versions.set(submissionId, stored.version);
    // The save came through, and its reply was lost.
    if (isSame(stored.answers, answers)) tell({ submissionId, type: "taken", version: stored.version });
    else {
      setAside(submissionId, answers);
      tell({ submissionId, type: "conflict", stored, mine: answers });
    }
    return "refused";
  }
  const { details = [] } = (await response.json().catch(() => ({}))) as { details?: Array<{ attribute: string }> };
  const paths = details.flatMap(({ attribute }) => /^answers\.(.+\.\d+)$/.exec(attribute)?.[1] ?? []);
  setAside(submissionId, answers);
  tell(paths.length > 0 ? { submissionId, type: "removed", paths } : { submissionId, type: "refused", status });
  return "refused";
}

/** Whether both hold the same answers, in whatever order. */
export function isSame(one: Answers, other: Answers): boolean {
  const flat = (answers: Answers) =>
    Object.entries(answers)
      .flatMap(([exercise, items]) => Object.entries(items).map(([item, answer]) => [exercise, item, textOf(answer)]))
      .map((parts) => JSON.stringify(parts))
      .sort()
      .join();
  return flat(one) === flat(other);
}

const textOf = (answer: Answers[string][string]) =>
  answer.type === "OpenEndedQuestionAnswer" ? answer.value : answer.optionId;

const asideKey = (id: string) => `fabel-answers-aside:${id}`;

/** What could not be saved stays on the device until its writer has chosen. */
function setAside(id: string, answers: Answers): void {
  try {
    localStorage.setItem(asideKey(id), JSON.stringify(answers));
  } catch {
    console.warn("Answers could not be kept on the device");
  }
}

export function takenAside(id: string): Answers | null {
  try {
    return JSON.parse(localStorage.getItem(asideKey(id)) ?? "null") as Answers | null;
  } catch {
    return null;
  }
}

export function forgetAside(id: string): void {
  localStorage.removeItem(asideKey(id));
}
