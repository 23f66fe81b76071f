import { expect, test } from "vitest";
import { ServiceError } from "~/services/contracts/service-error";
import { acknowledge, replyWith } from "./service-reply.server";

test("an answer without a version has none in its headers", async () => {
  const response = await replyWith(async () => ({ body: { next: null } }));
  expect(await response.json()).toEqual({ next: null });
  expect(response.headers.has("ETag")).toBe(false);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});

test("an answer with a version says it", async () => {
  const response = await replyWith(async () => ({ body: {}, headers: { etag: '"3"' } }));
  expect(response.headers.get("ETag")).toBe('"3"');
});

test("a refusal is answered as the service says it, and nothing else is taken for one", async () => {
  const refused = await acknowledge(() => Promise.reject(new ServiceError(409, "conflict", "Conflict")));
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: "conflict" });
  await expect(acknowledge(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect((await acknowledge(async () => undefined)).status).toBe(204);
});
