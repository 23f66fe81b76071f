import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Databases } from "~/db/.server/connect";
import { endpoint, ownEndpoint, publicEndpoint, type Service } from "~/services/.server/dispatch/endpoint";
import { type Contracts, defineContract } from "~/services/contracts/contract";
import { conflict, forbidden, validationError } from "~/services/contracts/service-error";

/** A service with one table, for tests of the transport of calls: it returns the input it received and counts the rows written. */

const note = z.object({ id: z.number(), text: z.string() });

export const notesContracts = {
  addNote: defineContract({
    method: "POST",
    path: "/v1/notes",
    auth: "bearer",
    source: "test",
    body: z.object({ text: z.string().min(1, "This value is required").max(20, "Too many characters") }),
    responses: { 201: note },
  }),
  changeNote: defineContract({
    method: "PATCH",
    path: "/v1/notes/:id",
    auth: "bearer",
    source: "test",
    params: z.object({ id: z.coerce.number().int() }),
    body: z.object({ add: z.string() }),
    responses: { 200: note },
  }),
  removeNotes: defineContract({
    method: "DELETE",
    path: "/v1/notes",
    auth: "bearer",
    source: "test",
    responses: { 204: z.undefined() },
  }),
  findNotes: defineContract({
    method: "GET",
    path: "/v1/notes/:group/found",
    auth: "bearer",
    source: "test",
    params: z.object({ group: z.string() }),
    query: z.object({
      q: z.string().default(""),
      page: z.coerce.number().int().min(1, "Too few").default(1),
      tags: z.array(z.string()).optional(),
    }),
    headers: z.object({ "if-match": z.string().max(10).optional(), "x-profile-id": z.string().optional() }),
    responses: {
      200: z.object({
        group: z.string(),
        q: z.string(),
        page: z.number(),
        tags: z.array(z.string()),
        uid: z.string(),
        read: z.string().nullable(),
        profile: z.string().nullable(),
        count: z.number(),
      }),
    },
  }),
  fail: defineContract({
    method: "GET",
    path: "/v1/failures/:kind",
    auth: "none",
    source: "test",
    params: z.object({ kind: z.enum(["conflict", "validation"]) }),
    responses: { 200: z.object({}) },
  }),
  closed: defineContract({
    method: "GET",
    path: "/v1/closed",
    auth: "bearer",
    source: "test",
    responses: { 200: z.object({}) },
  }),
} as const satisfies Contracts;

export async function createNotesTable(databases: Databases): Promise<void> {
  await databases.eu.execute(sql`create table public.notes (id serial primary key, text text not null)`);
}

export function createNotesService({ eu }: Databases): Service<typeof notesContracts> {
  const count = async () =>
    Number((await eu.execute<{ count: string }>(sql`select count(*) from public.notes`)).rows[0]?.count);
  return {
    name: "activity",
    endpoints: {
      addNote: ownEndpoint({
        contract: notesContracts.addNote,
        async handle({ body }) {
          const added = await eu.execute<{ id: number; text: string }>(
            sql`insert into public.notes (text) values (${body.text}) returning id, text`,
          );
          return { status: 201, body: added.rows[0] as { id: number; text: string } };
        },
      }),
      changeNote: ownEndpoint({
        contract: notesContracts.changeNote,
        async handle({ params, body }) {
          const changed = await eu.execute<{ id: number; text: string }>(
            sql`update public.notes set text = text || ${body.add} where id = ${params.id} returning id, text`,
          );
          return { status: 200, body: changed.rows[0] as { id: number; text: string } };
        },
      }),
      removeNotes: ownEndpoint({
        contract: notesContracts.removeNotes,
        async handle() {
          await eu.execute(sql`delete from public.notes`);
          return { status: 204, body: undefined };
        },
      }),
      findNotes: ownEndpoint({
        contract: notesContracts.findNotes,
        handle: async ({ params, query, headers }, { uid }) => ({
          status: 200,
          body: {
            ...params,
            ...query,
            tags: query.tags ?? [],
            uid,
            read: headers["if-match"] ?? null,
            profile: headers["x-profile-id"] ?? null,
            count: await count(),
          },
        }),
      }),
      fail: publicEndpoint({
        contract: notesContracts.fail,
        async handle({ params }) {
          throw params.kind === "conflict"
            ? conflict("Taken", [{ attribute: "name", reason: "Already exists" }])
            : validationError([{ attribute: "name", reason: "Mandatory" }]);
        },
      }),
      closed: endpoint({
        contract: notesContracts.closed,
        authorise(): object {
          throw forbidden();
        },
        handle: async () => ({ status: 200, body: {} }),
      }),
    },
  };
}
