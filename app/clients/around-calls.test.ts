import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { authContracts } from "~/services/contracts/auth";
import { controlPanelContracts } from "~/services/contracts/control-panel";
import { forbidden, ServiceError } from "~/services/contracts/service-error";
import type { CallContext, Transport } from "./client";
import { invalidatingWrites } from "./invalidating-writes";
import { reportingAuthFailures, reportingCauses, reportingFailures } from "./reported-failures";

async function credentialsOf(uid: string | null): Promise<CallContext> {
  const token = new SignJWT({ sub: uid ?? "" }).setProtectedHeader({ alg: "HS256" }).sign(new Uint8Array(32));
  return { accessToken: uid === null ? null : await token, realm: "se", requestId: "r-1", ipAddress: null };
}
const answering: Transport = async () => ({ status: 204, body: undefined });
const failing =
  (error: Error): Transport =>
  async () => {
    throw error;
  };
const read = { name: "getSessions", contract: authContracts.getSessions, input: {} };
const write = { name: "endOtherSessions", contract: authContracts.endOtherSessions, input: {} };
const aimed = {
  ...write,
  input: { params: { version: "v1", id: "pupil" } },
  contract: controlPanelContracts.deletePerson,
};

describe("display cache invalidation", () => {
  const droppedBy = async (call: Parameters<Transport>[0], uid: string | null, transport = answering) => {
    const dropped: string[] = [];
    const displayCache = { drop: (owner: string) => void dropped.push(owner) };
    await invalidatingWrites(displayCache, transport)(call, await credentialsOf(uid), {}).catch(() => undefined);
    return dropped;
  };

  it("a write drops the cached entries of the caller and of the person in its parameters", async () => {
    expect(await droppedBy(write, "teacher")).toEqual(["teacher"]);
    expect(await droppedBy(aimed, "teacher")).toEqual(expect.arrayContaining(["teacher", "pupil"]));
  });

  it("a failed write drops them too, because data may have been written", async () => {
    expect(await droppedBy(write, "teacher", failing(new Error("late")))).toEqual(["teacher"]);
  });

  it("a read, or a call without an access token, drops nothing", async () => {
    expect(await droppedBy(read, "teacher")).toEqual([]);
    expect(await droppedBy(write, null)).toEqual([]);
  });
});

describe("OAuth calls to a remote sign-in service", () => {
  const call = async (respond: () => Promise<Response>) => {
    const reported: string[] = [];
    const report = (error: unknown) =>
      void reported.push(`${(error as Error).message}: ${((error as Error).cause as Error).message}`);
    const request = new Request("https://se.localhost/services/auth/logout?id_token_hint=secret");
    await reportingAuthFailures({ report }, respond)(request, { ipAddress: null, requestId: "r-1" }).catch(() => null);
    return reported;
  };

  it("are reported with their cause, without the query, on a network error or 5xx, and not on a 401", async () => {
    expect(await call(() => Promise.reject(new Error("refused")))).toEqual([
      "GET /services/auth/logout failed: refused",
    ]);
    const broken = async () => new Response(null, { status: 502 });
    expect(await call(broken)).toEqual(["GET /services/auth/logout failed: The sign-in service answered 502"]);
    expect(await call(async () => new Response(null, { status: 401 }))).toEqual([]);
  });
});

describe("in-process call", () => {
  it("is reported when its error has a cause, and not when it was forbidden (403)", async () => {
    const reported: unknown[] = [];
    const call = async (error: Error) =>
      reportingCauses({ report: (each) => void reported.push(each) }, failing(error))(
        read,
        await credentialsOf("teacher"),
        {},
      );
    const cause = new Error("The SMS gateway answered 500");
    const failed = new ServiceError(503, "sms_unavailable", "Not sent", undefined, undefined, { cause });
    for (const error of [failed, forbidden()]) await expect(call(error)).rejects.toBe(error);
    expect(reported).toEqual([failed]);
    expect(JSON.stringify(failed)).not.toContain("gateway");
  });
});

describe("failed call", () => {
  const reportedOf = async (error: Error) => {
    const reported: Array<[string, string | undefined]> = [];
    const report = (each: unknown, { where, requestId }: { where: string; requestId?: string }) =>
      void reported.push([`${where}: ${(each as Error).message}`, requestId]);
    const call = reportingFailures({ report }, failing(error))(read, await credentialsOf("teacher"), {});
    await expect(call).rejects.toBe(error);
    return reported;
  };

  it("is reported with its method and path, without its values, and its error is rethrown", async () => {
    const unreachable = new ServiceError(503, "unreachable", "The service could not be reached");
    expect(await reportedOf(unreachable)).toEqual([["call: GET /v1/sessions failed", "r-1"]]);
    expect(await reportedOf(new TypeError("broken"))).toHaveLength(1);
  });

  it("is not reported when it was forbidden (403)", async () => {
    expect(await reportedOf(forbidden())).toEqual([]);
  });
});
