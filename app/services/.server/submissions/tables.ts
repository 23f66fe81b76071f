import { boolean, date, integer, jsonb, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Realm } from "~/realms/realm";
import type { Answers, AuthoredExercise, ContextType, SubmissionStatus } from "~/services/contracts/submissions";

/** Drizzle tables of migrations 0870 and 0980; constraints and indexes are defined only there. */

const schema = pgSchema("submissions");
const moment = (name: string) => timestamp(name, { withTimezone: true });

export const assignments = schema.table("assignments", {
  id: uuid().primaryKey().defaultRandom(),
  realm: text().$type<Realm>().notNull(),
  type: text().$type<ContextType>().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  exercises: jsonb().$type<AuthoredExercise[]>().notNull(),
  bookId: text("book_id").notNull(),
  bookTitle: text("book_title").notNull(),
  chapter: text(),
  groupId: integer("group_id").notNull(),
  groupUid: uuid("group_uid").notNull(),
  groupName: text("group_name").notNull(),
  organizationId: integer("organization_id").notNull(),
  pupils: uuid().array(),
  authorUid: uuid("author_uid").notNull(),
  dueOn: date("due_on"),
  shared: boolean().notNull(),
  version: integer().notNull().default(1),
  createdAt: moment("created_at").notNull().defaultNow(),
  changedAt: moment("changed_at").notNull().defaultNow(),
});

export const submissions = schema.table("submissions", {
  id: uuid().primaryKey().defaultRandom(),
  assignmentId: uuid("assignment_id").notNull(),
  realm: text().$type<Realm>().notNull(),
  uid: uuid().notNull(),
  status: text().$type<SubmissionStatus>().notNull().default("InProgress"),
  answers: jsonb().$type<Answers>().notNull().default({}),
  version: integer().notNull().default(0),
  comment: text(),
  handedBackAt: moment("handed_back_at"),
  /** The answers as they were submitted; null unless handed back and not submitted again. */
  handedBackAnswers: jsonb("handed_back_answers").$type<Answers>(),
  savedAt: moment("saved_at"),
  submittedAt: moment("submitted_at"),
  createdAt: moment("created_at").notNull().defaultNow(),
});
