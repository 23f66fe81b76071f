import { expect, test, vi } from "vitest";
import type { Submission } from "~/services/contracts/submissions";
import { createSubmissionList, requireSaved, type SubmissionPage } from "./submission-list";

const submission = (id: string, type = "Assignment") => ({ id, context: { type } }) as unknown as Submission;
const reply = (data: Submission[], cursor: string | null, status = 200) => ({
  status,
  body: async (): Promise<SubmissionPage> => ({ data, cursor }),
});

test("loads page by page until the cursor is null", async () => {
  const fetchPage = vi.fn(async (cursor?: string) =>
    cursor === undefined ? reply([submission("a")], "next") : reply([submission("b")], null),
  );
  const list = createSubmissionList("book", fetchPage);
  await list.load();
  await list.load();
  await list.load();
  expect(list.all().map(({ id }) => id)).toEqual(["a", "b"]);
  expect(fetchPage.mock.calls).toEqual([[undefined], ["next"]]);
});

test("does not load while another load is running", async () => {
  const fetchPage = vi.fn(async () => reply([submission("a")], null));
  const list = createSubmissionList("book", fetchPage);
  await Promise.all([list.load(), list.load()]);
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

test("a status other than 200 throws a message with the resource, and loading can be repeated", async () => {
  const statuses = [500, 200];
  const list = createSubmissionList("book-7", async () => reply([submission("a")], null, statuses.shift()));
  await expect(list.load()).rejects.toThrow("Failed to get Submissions. for resource: book-7.");
  expect(await list.load()).toHaveLength(1);
});

test("an empty list and unknown context types are only logged", async () => {
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  await createSubmissionList("book", async () => reply([], null), note).load();
  const odd = createSubmissionList(
    "book",
    async () => reply([submission("a", "Exam"), submission("b", "Quiz")], null),
    note,
  );
  expect((await odd.load()).map(({ id }) => id)).toEqual(["b"]);
  expect(lines).toEqual(["Submission is not created yet.", "Unknown context type of a submission: Exam"]);
});

test("a failed save throws a message with the submission's id", () => {
  expect(() => requireSaved("s-1", 500)).toThrow("Failed to update submission with id s-1.");
  expect(() => requireSaved("s-1", 200)).not.toThrow();
});
