import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Service } from "~/services/.server/dispatch/endpoint";
import type { Contract, Contracts } from "~/services/contracts/contract";
import { ServiceError } from "~/services/contracts/service-error";

/** Calls services as demo users, without tokens: tests a service's own authorisation. */

export async function uidOf(database: Database, username: string): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.users where username = ${username}`,
  );
  const uid = rows[0]?.uid;
  if (!uid) throw new Error(`nobody is called ${username}`);
  return uid;
}

/** Lets the teachers of all schools see every person, for tests of queries over the whole school. */
export async function showTeachersTheSchool(database: Database): Promise<void> {
  await database.execute(sql`update directory.organizations set teachers_see = 'school'`);
}

/** A caller by username (`admin.se`), as a service receives it. */
export async function callerOf(
  database: Database,
  username: string,
  options: { realm?: Realm; acr?: string; actor?: string } = {},
): Promise<Caller> {
  const realm = options.realm ?? (username.split(".").at(-1) as Realm);
  const directory = createIdentityDirectory({ eu: database, us: database });
  const person = await directory.findByUid(realm, await uidOf(database, username));
  if (!person) throw new Error(`nobody is called ${username} in ${realm}`);
  return {
    realm,
    region: regionOf(realm),
    origin: "http://localhost:3000",
    requestId: "test",
    ipAddress: "127.0.0.1",
    user: {
      uid: person.uid,
      person,
      acr: options.acr ?? null,
      authTime: Math.floor(Date.now() / 1000),
      sessionId: "00000000-0000-4000-8000-000000000000",
      actor: options.actor ?? null,
      actorIsSuper: false,
      isReaderOnly: false,
      joinedProfileId: null,
    },
  };
}

export type CallResponse = { status: number; body: unknown; headers?: Record<string, string> };

/** Parses, authorises, handles, and validates the response against the contract; a ServiceError is returned as its status. */
export async function ask<Cs extends Contracts>(
  service: Service<Cs>,
  name: keyof Cs & string,
  input: { params?: unknown; query?: unknown; headers?: unknown; body?: unknown },
  caller: Caller,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of the response
): Promise<{ status: number; body: any; headers: Record<string, string> }> {
  const endpoint = service.endpoints[name];
  const contract: Contract = endpoint.contract;
  try {
    const parsed = {
      params: contract.params?.parse(input.params ?? {}),
      query: contract.query?.parse(input.query ?? {}),
      headers: contract.headers?.parse(input.headers ?? {}),
      body: contract.body?.parse(input.body),
    };
    const handle = await endpoint.authorise(parsed as never, caller);
    const response = (await handle()) as CallResponse;
    const schema = contract.responses[response.status];
    if (!schema) throw new Error(`${name} has no answer ${response.status}`);
    return { status: response.status, body: schema.parse(response.body), headers: response.headers ?? {} };
  } catch (error) {
    if (error instanceof ServiceError)
      return { status: error.status, body: error.toJSON(), headers: error.headers ?? {} };
    throw error;
  }
}

/** Counts the statements that `work` sends to a database. */
export async function countQueries(database: Database, work: () => Promise<unknown>): Promise<number> {
  const pool = database.$client;
  const original = pool.query.bind(pool);
  let count = 0;
  // The pool's query has many overloads; all of them are passed through unchanged.
  pool.query = ((...parts: Parameters<typeof original>) => {
    count += 1;
    return original(...parts);
  }) as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = original;
  }
  return count;
}
