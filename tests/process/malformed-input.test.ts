import { afterAll, beforeAll, expect, test } from "vitest";
import { bearerToken } from "#tests/support/bearer-token";
import { type MalformedRequest, malformedIds, malformedRequests } from "#tests/support/malformed-input";
import { type RunningProduct, readLog, startProduct } from "#tests/support/running-product";
import type { Contract } from "~/services/contracts/contract";
import { serviceContracts } from "~/services/contracts/service-contracts";

/**
 * Every call of every service with malformed ids, queries and bodies, as each kind of account: it is refused, and never fails with
 * 5xx. Each call gets as many cases as `most`, chosen at random; MALFORMED_SEED repeats a run. docs/security.md, lines 19, 20.
 */

const accounts = ["super", "admin", "teacher", "student", "guardian", "family", "visitor"] as const;

/** Requests for each account and call, in each of path, query and body. */
const most = Number(process.env.MALFORMED_MOST ?? (process.env.TEST_FULL === "1" ? 30 : 3));
/** Requests sent at once. */
const width = 8;

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** mulberry32: a small generator with a seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Calls that end the session or delete come last, so that the others still have their caller and their items. */
const isEnding = ({ method }: Contract, name: string) => method === "DELETE" || /^end|password|delete/i.test(name);

const calls = Object.entries(serviceContracts)
  .flatMap(([service, contracts]) =>
    Object.entries(contracts as Record<string, Contract>).map(([name, contract]) => ({ service, name, contract })),
  )
  .toSorted((one, other) => Number(isEnding(one.contract, one.name)) - Number(isEnding(other.contract, other.name)));

/**
 * Addresses without a contract, `*` where anything may stand. Sign-in's parameters and content's paths are read by hand there; see
 * tests/matrix/raw-endpoints.test.ts for the list.
 */
const rawAddresses = [
  ["GET", "/auth/v1/authorize?client_id=fabel-web&response_type=code&state=*&nonce=*&act_as=*&id_token_hint=*"],
  ["POST", "/auth/v1/authorize?client_id=fabel-web&redirect_uri=*&acr_values=*&login_hint=*"],
  ["POST", "/auth/v2/token?grant_type=*"],
  ["GET", "/auth/logout?id_token_hint=*&post_logout_redirect_uri=*"],
  ["GET", "/auth/v1/external/*/logout?access_token=*"],
  ["POST", "/payment/webhooks/*"],
  ["GET", "/library/content/*/*/META-INF/container.xml?Policy=*&Signature=*&Key-Pair-Id=*"],
  ["GET", "/library/back-end/*/*?Policy=*&Signature=*&Key-Pair-Id=*"],
  ["GET", "/library/v1/covers/*/*"],
] as const;

/** Ids that exist for the account: its own, its organisation's and its group's. */
async function ownIds(token: string): Promise<string[]> {
  const response = await fetch(`${product.url}/services/account/me`, { headers: { authorization: `Bearer ${token}` } });
  const me = (await response.json()) as {
    uid: string;
    associations: Array<{ uid: string }>;
    memberships: Array<{ uid: string }>;
  };
  return [me.uid, ...[...me.associations, ...me.memberships].map(({ uid }) => uid)].slice(0, 4);
}

test.each(accounts)(
  "as %s, malformed ids, queries and bodies never fail with 5xx",
  { timeout: 600_000 },
  async (account) => {
    const seed = Number(process.env.MALFORMED_SEED ?? Math.floor(Math.random() * 2 ** 31));
    const random = randomFrom(seed);
    const signIn = () => (account === "visitor" ? null : bearerToken(product.url, `${account}.se`));
    let token = await signIn();
    const ids = token === null ? ["00000000-0000-4000-8000-000000000001"] : await ownIds(token);
    const failures: string[] = [];
    let sent = 0;
    for (const { service, contract } of calls) {
      const requests = malformedRequests(contract, ids, { most, random });
      const send = async ({ path, method, body, contentType }: MalformedRequest) => {
        const response = await fetch(`${product.url}/services/${service}${path}`, {
          method,
          headers: {
            "x-country": "se",
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...(contentType === undefined ? {} : { "content-type": contentType }),
          },
          ...(body === undefined || method === "GET" ? {} : { body }),
        });
        const text = await response.text();
        sent += 1;
        if (response.status >= 500) {
          failures.push(
            `${method} ${service}${path.slice(0, 300)} ${body?.slice(0, 600) ?? ""} -> ${response.status} ${text.slice(0, 200)}`,
          );
        }
        return response.status;
      };
      for (let first = 0; first < requests.length; first += width) {
        const statuses = await Promise.all(requests.slice(first, first + width).map(send));
        // A call that ended the session: the next ones need another, since a refused token would test nothing.
        if (token !== null && contract.auth === "bearer" && statuses.includes(401)) token = await signIn();
      }
    }
    for (const [method, address] of rawAddresses) {
      for (const id of malformedIds) {
        const form = new URLSearchParams({
          username: id,
          password: id,
          code: id,
          refresh_token: id,
          badge: id,
          id_token: id,
        });
        const path = address.replaceAll("*", id);
        const response = await fetch(`${product.url}/services${path}`, {
          method,
          redirect: "manual",
          ...(method === "POST" ? { body: form } : {}),
        });
        await response.text();
        if (response.status >= 500) failures.push(`${method} ${path.slice(0, 300)} -> ${response.status}`);
      }
    }
    expect(sent).toBeGreaterThan(calls.length * 2);
    expect(failures, `MALFORMED_SEED=${seed}`).toEqual([]);
    const errors = (await readLog(product)).filter(({ level }) => Number(level) >= 50);
    expect(errors, `MALFORMED_SEED=${seed}`).toEqual([]);
  },
);
