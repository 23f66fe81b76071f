import { expect, test } from "vitest";
import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { type Endpoint, endpoint, ownEndpoint, publicEndpoint } from "./endpoint";

/** An endpoint without a right does not compile. Each line below fails the type check when it begins to be accepted. */

const row = { method: "GET", path: "/", source: "a test", responses: { 204: z.undefined() } } as const;
const bearer = defineContract({ ...row, auth: "bearer" });
const open = defineContract({ ...row, auth: "none" });
const handle = async () => ({ status: 204 as const, body: undefined });

test("a call that asks for a token is not declared public, nor an open one as about oneself", () => {
  // @ts-expect-error: its contract asks for a token
  publicEndpoint({ contract: bearer, handle });
  // @ts-expect-error: nobody is there whose own it could be
  ownEndpoint({ contract: open, handle });
  expect([publicEndpoint({ contract: open, handle }).rights, ownEndpoint({ contract: bearer, handle }).rights]).toEqual(
    ["public", "oneself"],
  );
});

test("a right that proves nothing is none", () => {
  // @ts-expect-error: without authorise
  endpoint({ contract: bearer, handle });
  // @ts-expect-error: it returns nothing
  endpoint({ contract: bearer, authorise: () => undefined, handle });
  // @ts-expect-error: nor does this one
  endpoint({ contract: bearer, authorise: async () => {}, handle });
  // @ts-expect-error: a flag is not what the work can be done on
  endpoint({ contract: bearer, authorise: () => true, handle });
  expect(endpoint({ contract: bearer, authorise: () => ({ right: 1 }), handle }).rights).toBe("proof");
});

test("the work asks for no more than was proved", () => {
  endpoint({
    contract: bearer,
    authorise: () => ({ person: "a pupil" }),
    // @ts-expect-error: no organisation was proved
    handle: async (_, { organization }) => ({ status: 204, body: organization }),
  });
});

test("nothing that only looks like an endpoint is one", () => {
  // @ts-expect-error: not made by one of the three
  const imitation: Endpoint<typeof bearer> = { contract: bearer, rights: "proof", authorise: async () => handle };
  // @ts-expect-error: nor made from one of another contract
  const other: Endpoint<typeof bearer> = publicEndpoint({ contract: open, handle });
  expect([imitation, other]).toHaveLength(2);
});
