import { expect, test } from "vitest";
import { ServiceError } from "~/services/contracts/service-error";
import { acknowledge, replyWith } from "./service-reply.server";

test("a response without a version has no ETag", async () => {
  const response = await replyWith(async () => ({ body: { next: null } }));
  expect(await response.json()).toEqual({ next: null });
  expect(response.headers.has("ETag")).toBe(false);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});

test("a response with a version has it as its ETag", async () => {
  const response = await replyWith(async () => ({ body: {}, headers: { etag: '"3"' } }));
  expect(response.headers.get("ETag")).toBe('"3"');
});

test("a service error keeps its status and body, another error is thrown, and success returns 204", async () => {
  const refused = await acknowledge(() => Promise.reject(new ServiceError(409, "conflict", "Conflict")));
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: "conflict" });
  await expect(acknowledge(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect((await acknowledge(async () => undefined)).status).toBe(204);
});
