import { expect, test } from "vitest";
import { testHosts } from "#tests/support/auth-secrets";
import type { Contract } from "~/services/contracts/contract";
import { controlPanelContracts } from "~/services/contracts/control-panel";
import { customerManagementContracts } from "~/services/contracts/customer-management";
import { importContracts } from "~/services/contracts/imports";
import { jobContracts } from "~/services/contracts/jobs";
import { savedListContracts } from "~/services/contracts/saved-lists";
import { ServiceError } from "~/services/contracts/service-error";
import { type AnyService, endpoint } from "./endpoint";
import { type MountDeps, mountServices } from "./mount";

const clientInfo = { ipAddress: null, requestId: "a-request" };
const broken: AnyService = {
  name: "library",
  endpoints: {},
  raw: [
    {
      method: "POST",
      path: "/broken",
      reason: "a test",
      handle: async (request) => new Response(await request.text()),
    },
  ],
};

/** Calls a service with a body that breaks off; returns the reported errors and the status. */
async function reportedOf(signal: AbortSignal): Promise<{ reported: unknown[]; status: number }> {
  const reported: unknown[] = [];
  const deps = { hosts: testHosts, report: (error: unknown) => reported.push(error) };
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("broken off")) });
  const request = new Request("http://se.localhost/services/library/broken", {
    ...{ method: "POST", body, signal, duplex: "half" },
  } as RequestInit);
  const response = await mountServices([broken], deps as unknown as MountDeps)(request, clientInfo);
  return { reported, status: response.status };
}

test("given an unexpected error, then it is reported and the response is 500", async () => {
  const { reported, status } = await reportedOf(new AbortController().signal);
  expect([reported.length, status]).toEqual([1, 500]);
});

test("given an unavailable database, then the response is 503 with Retry-After", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  const failing: AnyService = {
    name: "library",
    endpoints: {},
    raw: [
      {
        method: "GET",
        path: "/away",
        reason: "a test",
        handle: () => Promise.reject(new Error("Failed query", { cause: refused })),
      },
    ],
  };
  const reported: unknown[] = [];
  const deps = { hosts: testHosts, report: (error: unknown) => reported.push(error) };
  const request = new Request("http://se.localhost/services/library/away");
  const response = await mountServices([failing], deps as unknown as MountDeps)(request, clientInfo);
  expect([response.status, response.headers.get("retry-after"), reported.length]).toEqual([503, "10", 1]);
  expect(await response.json()).toMatchObject({ error: "unavailable" });
});

test("given a request that the client aborts, then nothing is reported", async () => {
  expect((await reportedOf(AbortSignal.abort())).reported).toEqual([]);
});

const faces: Record<string, Record<string, Contract>> = {
  "control-panel": { ...controlPanelContracts, ...jobContracts, ...importContracts, ...savedListContracts },
  "customer-management": customerManagementContracts,
};
const calls = Object.entries(faces).flatMap(([service, contracts]) =>
  Object.entries(contracts).map(([name, { method, path }]) => [service, name, method, path] as const),
);

test.each(calls)("in %s, the endpoint %s handles %s %s", async (service, name, method, path) => {
  const endpoints = Object.entries(faces[service] ?? {}).map(([own, contract]) => {
    const open = { method: contract.method, path: contract.path, auth: "none" as const, source: "", responses: {} };
    const authorise = () => {
      throw new ServiceError(403, own, own);
    };
    return [own, endpoint({ contract: open, authorise, handle: authorise })];
  });
  const deps = {
    hosts: testHosts,
    callers: { visitor: () => ({ realm: "se", user: null }) },
  };
  const mounted = mountServices(
    [{ name: service, endpoints: Object.fromEntries(endpoints) } as unknown as AnyService],
    deps as unknown as MountDeps,
  );
  const address = `http://se.localhost/services/${service}${path.replaceAll(/:\w+/g, "0")}`;
  const response = await mounted(new Request(address, { method }), clientInfo);
  expect(await response.json()).toMatchObject({ error: name });
});
