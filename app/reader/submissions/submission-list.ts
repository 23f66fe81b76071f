import { failedUpdate } from "~/browser-outbox/answer-sender.client";
import type { Submission } from "~/services/contracts/submissions";

/** The submissions of a book, page by page. docs/product/reader.md#calls, #errors. */

export type SubmissionPage = { data: Submission[]; cursor: string | null };

type SubmissionList = {
  /** Loads the next page; empty after the last one or while a request runs. @throws Error of docs/product/reader.md#errors */
  load(): Promise<Submission[]>;
  all(): readonly Submission[];
  replace(submission: Submission): void;
};

/**
 * @param contextId id of the book or exercise that the submissions belong to
 * @param fetchPage returns the response to the list request, whatever its status
 */
export function createSubmissionList(
  contextId: string,
  fetchPage: (cursor: string | undefined) => Promise<{ status: number; body: () => Promise<SubmissionPage> }>,
  note: (line: string) => void = (line) => console.info(line),
): SubmissionList {
  let cursor: string | null | undefined;
  let isFetching = false;
  let list: Submission[] = [];
  return {
    async load() {
      if (cursor === null || isFetching) return [];
      isFetching = true;
      try {
        const reply = await fetchPage(cursor);
        if (reply.status !== 200) throw new Error(`Failed to get Submissions. for resource: ${contextId}.`);
        const page = await reply.body();
        if (cursor === undefined && page.data.length === 0) note("Submission is not created yet.");
        const known = page.data.filter(({ context }) => isKnown(context.type, note));
        cursor = page.cursor;
        list = [...list, ...known];
        return known;
      } finally {
        isFetching = false;
      }
    },
    all: () => list,
    replace(submission) {
      list = list.map((each) => (each.id === submission.id ? submission : each));
    },
  };
}

function isKnown(type: string, note: (line: string) => void): boolean {
  if (type === "Assignment" || type === "Quiz") return true;
  note(`Unknown context type of a submission: ${type}`);
  return false;
}

/** @throws Error of docs/product/reader.md#errors for any other status than 200 */
export function requireSaved(id: string, status: number): void {
  if (status !== 200) throw new Error(failedUpdate(id));
}
