import { expect, test } from "vitest";
import { z } from "zod";
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

test("handle receives only what authorise has proved", () => {
  endpoint({
    contract: bearer,
    authorise: () => ({ person: "a pupil" }),
    // @ts-expect-error: no organisation was proved
    handle: async (_, { organization }) => ({ status: 204, body: organization }),
  });
});

test("an object literal or an endpoint of another contract is not assignable to Endpoint", () => {
  // @ts-expect-error: not made by one of the three functions
  const imitation: Endpoint<typeof bearer> = { contract: bearer, rights: "proof", authorise: async () => handle };
  // @ts-expect-error: made for another contract
  const other: Endpoint<typeof bearer> = publicEndpoint({ contract: open, handle });
  expect([imitation, other]).toHaveLength(2);
});
