import { expect, test, vi } from "vitest";
import { z } from "zod";
import { readerWith } from "#tests/support/library-scene";
import { runEndpoint } from "#tests/support/run-endpoint";
import { defineContract } from "~/services/contracts/contract";
import { type Endpoint, endpoint, ownEndpoint, publicEndpoint } from "./endpoint";

/** An endpoint without authorisation does not compile. A `@ts-expect-error` fails the type check once its line is accepted. */

const row = { method: "GET", path: "/", source: "a test", responses: { 204: z.undefined() } } as const;
const bearer = defineContract({ ...row, auth: "bearer" });
const open = defineContract({ ...row, auth: "none" });
const handle = async () => ({ status: 204 as const, body: undefined });

test("publicEndpoint rejects a contract that requires a token, and ownEndpoint one that does not", () => {
  // @ts-expect-error: its contract requires a token
  publicEndpoint({ contract: bearer, handle });
  // @ts-expect-error: a call without a token has no user
  ownEndpoint({ contract: open, handle });
  expect([publicEndpoint({ contract: open, handle }).rights, ownEndpoint({ contract: bearer, handle }).rights]).toEqual(
    ["public", "oneself"],
  );
});

test("endpoint rejects an authorise function that is missing or returns no proof", () => {
  // @ts-expect-error: without authorise
  endpoint({ contract: bearer, handle });
  // @ts-expect-error: it returns nothing
  endpoint({ contract: bearer, authorise: () => undefined, handle });
  // @ts-expect-error: it returns nothing, asynchronously
  endpoint({ contract: bearer, authorise: async () => {}, handle });
  // @ts-expect-error: a boolean is not a proof
  endpoint({ contract: bearer, authorise: () => true, handle });
  expect(endpoint({ contract: bearer, authorise: () => ({ right: 1 }), handle }).rights).toBe("proof");
});

const input = { params: undefined, query: undefined, headers: undefined, body: undefined } as never;

test("handle receives only what authorise has proved", async () => {
  const proof = { person: "a pupil" };
  const proved = vi.fn(handle);
  const caller = readerWith();
  await runEndpoint(endpoint({ contract: bearer, authorise: async () => proof, handle: proved }), input, caller);
  expect(proved.mock.calls).toEqual([[input, proof, caller]]);
  endpoint({
    contract: bearer,
    authorise: () => proof,
    // @ts-expect-error: no organisation was proved
    handle: async (_, { organization }) => ({ status: 204, body: organization }),
  });
});

test("handle does not run when authorise rejects the caller, or a caller of an own endpoint has no token", async () => {
  const unproved = vi.fn(handle);
  const refuse = () => Promise.reject(new Error("forbidden"));
  const refused = endpoint({ contract: bearer, authorise: refuse, handle: unproved });
  await expect(runEndpoint(refused, input, readerWith())).rejects.toThrow("forbidden");
  const own = ownEndpoint({ contract: bearer, handle: unproved });
  await expect(runEndpoint(own, input, { ...readerWith(), user: null })).rejects.toMatchObject({ status: 401 });
  expect(unproved).not.toHaveBeenCalled();
});

test("an object literal or an endpoint of another contract is not assignable to Endpoint", () => {
  // @ts-expect-error: not made by one of the three functions
  const imitation: Endpoint<typeof bearer> = { contract: bearer, rights: "proof", authorise: async () => handle };
  // @ts-expect-error: made for another contract
  const other: Endpoint<typeof bearer> = publicEndpoint({ contract: open, handle });
  expect([imitation, other]).toHaveLength(2);
});
