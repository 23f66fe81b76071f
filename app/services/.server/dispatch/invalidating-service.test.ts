import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Caller, CallerUser } from "~/services/.server/directory/caller";
import { defineContract } from "~/services/contracts/contract";
import { ownEndpoint } from "./endpoint";
import { invalidatingService } from "./invalidating-service";

const contractOf = (method: "GET" | "PUT") =>
  defineContract({
    ...{ method, path: "/people/:id", auth: "bearer", source: "" },
    params: z.object({ id: z.string() }),
    responses: { 204: z.undefined() },
  });
const teacher = { realm: "se", user: { uid: "teacher" } as CallerUser } as Caller;

describe("invalidatingService", () => {
  const droppedBy = async (method: "GET" | "PUT", problem?: Error) => {
    const dropped: string[] = [];
    const displayCache = { drop: (owner: string) => void dropped.push(owner) };
    const change = ownEndpoint({
      contract: contractOf(method),
      async handle() {
        expect(dropped).toEqual([]);
        if (problem) throw problem;
        return { status: 204 as const, body: undefined };
      },
    });
    const service = invalidatingService({ name: "account", endpoints: { change } }, displayCache);
    const handle = await service.endpoints.change.authorise({ params: { id: "pupil" } } as never, teacher);
    await handle().catch(() => undefined);
    return dropped;
  };

  it("a write drops what is cached for the caller and for the person in its path, once it is done", async () => {
    expect(await droppedBy("PUT")).toEqual(["teacher", "pupil"]);
  });

  it("a failed write drops it too, because data may have been written", async () => {
    expect(await droppedBy("PUT", new Error("late"))).toEqual(["teacher", "pupil"]);
  });

  it("a read drops nothing", async () => {
    expect(await droppedBy("GET")).toEqual([]);
  });
});
