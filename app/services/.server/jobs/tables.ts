import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { Realm } from "~/realms/realm";
import type { JobKind, JobRequest, JobState } from "~/services/contracts/jobs";

/** Drizzle tables of jobs (migrations 0400 and 0841). */

/** Uids of groups that a person left and joined. */
export type MovedGroups = { left: string[]; joined: string[] };
/** A person's state before a job, for its undo; null if nothing changed or the action has its own undo. */
export type StateBefore = MovedGroups | { status: "active" | "inactive" };

const schema = pgSchema("jobs");
const moment = (name: string) => timestamp(name, { withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const jobs = schema.table("jobs", {
  id: uuid("id").primaryKey().defaultRandom(),
  realm: text("realm").$type<Realm>().notNull(),
  kind: text("kind").$type<JobKind>().notNull(),
  state: text("state").$type<JobState>().notNull().default("waiting"),
  request: jsonb("asked").$type<JobRequest>().notNull(),
  startedBy: uuid("started_by").notNull(),
  actor: uuid("actor"),
  isSecure: boolean("is_secure").notNull(),
  origin: text("origin").notNull(),
  total: integer("total"),
  done: integer("done").notNull().default(0),
  refused: integer("refused").notNull().default(0),
  isCancelAsked: boolean("is_cancel_asked").notNull().default(false),
  error: text("error"),
  fileName: text("file_name"),
  fileType: text("file_type"),
  fileSize: bigint("file_size", { mode: "number" }),
  createdAt: moment("created_at").notNull().defaultNow(),
  beatAt: moment("beat_at"),
  endedAt: moment("ended_at"),
  expiresAt: moment("expires_at").notNull(),
});

export const targets = schema.table(
  "targets",
  {
    jobId: uuid("job_id").notNull(),
    place: integer("place").notNull(),
    uid: uuid("uid").notNull(),
    name: text("name"),
    outcome: text("outcome").$type<"waiting" | "done" | "refused">().notNull().default("waiting"),
    reason: text("reason"),
    secret: bytes("secret"),
    before: jsonb("before").$type<StateBefore>(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.place] })],
);

export const fileParts = schema.table(
  "file_parts",
  { jobId: uuid("job_id").notNull(), place: integer("place").notNull(), bytes: bytes("bytes").notNull() },
  (table) => [primaryKey({ columns: [table.jobId, table.place] })],
);
