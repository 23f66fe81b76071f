import { expect, test, vi } from "vitest";
import { z } from "zod";
import { readerWith } from "#tests/support/library-scene";
import { defineContract } from "~/services/contracts/contract";
import { formMessages } from "~/services/contracts/form-messages";
import { forbidden, notFound, validationError } from "~/services/contracts/service-error";
import { dispatch } from "./dispatch";
import { type AnyService, endpoint } from "./endpoint";

/** A body with characters that cannot be stored: what `authorise` sees of it, and what the caller is told. docs/security.md, line 20. */

const contract = defineContract({
  method: "POST",
  path: "/shelves/:id",
  auth: "bearer",
  source: "a test",
  params: z.object({ id: z.string() }),
  body: z.object({
    title: z.string(),
    bookId: z.string(),
    items: z.array(z.object({ id: z.string() })).default([]),
    currentPassword: z.string().default(""),
  }),
  responses: { 204: z.undefined() },
});
type Input = { params: { id: string }; body: z.output<typeof contract.body> };

const stored = "a\uFFFD";
const handle = vi.fn(async () => ({ status: 204 as const, body: undefined }));
const authorise = vi.fn((_input: Input) => ({}) as object);
const service: AnyService = { name: "library", endpoints: { put: endpoint({ contract, authorise, handle }) } };

const put = (body: object) => {
  vi.clearAllMocks();
  return dispatch(service, "put", { params: { id: stored }, body }, readerWith());
};
const unsupported = (attribute: string) => ({ attribute, reason: formMessages.unsupportedCharacters });

test("given a free text, then authorise sees it replaced and all else as sent, its mistakes are added, and nothing is handled", async () => {
  authorise.mockImplementationOnce((input) => {
    expect(input).toMatchObject({ params: { id: stored }, body: { title: "T\uFFFD", bookId: "one" } });
    throw validationError([{ attribute: "bookId", reason: formMessages.gone }]);
  });
  await expect(put({ title: "T\0", bookId: "one" })).rejects.toMatchObject({
    status: 400,
    details: [unsupported("title"), { attribute: "bookId", reason: formMessages.gone }],
  });
  expect(handle).not.toHaveBeenCalled();
});

test("given a free text and a right that was proved, then the call still ends with 400 and is not handled", async () => {
  await expect(put({ title: "T\0", bookId: "one" })).rejects.toMatchObject({
    status: 400,
    details: [unsupported("title")],
  });
  expect(authorise).toHaveBeenCalledOnce();
  expect(handle).not.toHaveBeenCalled();
});

test.each([403, 404])(
  "given a free text and a caller without the right, then the reply is %i without the mistakes",
  async (status) => {
    authorise.mockImplementationOnce(() => {
      throw status === 403 ? forbidden() : notFound();
    });
    await expect(put({ title: "T\0", bookId: "one" })).rejects.toMatchObject({ status, details: undefined });
  },
);

test.each([
  ["bookId", { bookId: "a\0" }],
  ["items.0.id", { items: [{ id: "a\0" }] }],
  ["currentPassword", { currentPassword: "a\0" }],
])("given %s with such a character, then no right is proved by another value", async (attribute, change) => {
  await expect(put({ title: "T", bookId: "one", ...change })).rejects.toMatchObject({
    status: 400,
    details: [unsupported(attribute)],
  });
  expect(authorise).not.toHaveBeenCalled();
});
