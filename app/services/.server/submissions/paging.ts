import { type SQL, sql } from "drizzle-orm";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";

/** Paging by creation time, latest first, then by id. */

export type PageStart = { createdAt: string; id: string };

const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f-]{36})$/;

/** @throws ServiceError 400 for a malformed cursor */
export function readCursor(cursor: string | undefined): PageStart | null {
  if (cursor === undefined) return null;
  const match = cursorPattern.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (!match?.[1] || !match[2] || Number.isNaN(Date.parse(match[1]))) {
    throw validationError([{ attribute: "cursor", reason: formMessages.incorrectFormat }]);
  }
  return { createdAt: match[1], id: match[2] };
}

/** The rows of a page and the next cursor, null on the last page. @param rows one more than the page size if there are more */
export function submissionsPageOf<Row extends { place: string; id: string }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { page, cursor: isMore ? Buffer.from(`${last.place}_${last.id}`).toString("base64url") : null };
}

/** SQL for a timestamp as ISO 8601 in UTC, with microseconds. */
export function isoMoment(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** SQL condition for rows after the start of a page. */
export function isBehind(start: PageStart | null, createdAt: SQL, id: SQL): SQL {
  return start === null ? sql`true` : sql`(${createdAt}, ${id}) < (${start.createdAt}::timestamptz, ${start.id}::uuid)`;
}
