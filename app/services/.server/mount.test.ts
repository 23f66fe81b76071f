import { expect, test } from "vitest";
import type { AnyService } from "./endpoint";
import { type MountDeps, mountServices } from "./mount";

const peer = { ipAddress: null, requestId: "a-request" };
const broken: AnyService = {
  name: "library",
  endpoints: {},
  raw: [{ method: "POST", path: "/broken", handle: async (request) => new Response(await request.text()) }],
};

/** What is reported of a call whose body breaks off. */
async function reportedOf(signal: AbortSignal): Promise<{ reported: unknown[]; status: number }> {
  const reported: unknown[] = [];
  const deps = { hosts: { fallback: "se", domains: {} }, report: (error: unknown) => reported.push(error) };
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("broken off")) });
  const request = new Request("http://se.localhost/services/library/broken", {
    ...{ method: "POST", body, signal, duplex: "half" },
  } as RequestInit);
  const answer = await mountServices([broken], deps as unknown as MountDeps)(request, peer);
  return { reported, status: answer.status };
}

test("an error of ours is reported, and the caller learns only that something broke", async () => {
  const { reported, status } = await reportedOf(new AbortController().signal);
  expect([reported.length, status]).toEqual([1, 500]);
});

test("a visitor who leaves before all of their question is here is no error", async () => {
  expect((await reportedOf(AbortSignal.abort())).reported).toEqual([]);
});
