import { z } from "zod";
import { defineContract } from "./contract";
import { profileHeaders } from "./reader-profile";
import { uidSchema } from "./uid";

/** The activity stream: events of the reader. docs/product/reader.md#events; docs/product/control-panel.md#calls. */

/** Maximum number of events per call. docs/product/control-panel.md#limits. */
export const maxEvents = 100;

/** Maximum length of one event as JSON, in characters. */
const longestEvent = 8000;

/** Events of this source are dropped by both the reader and the server. docs/product/control-panel.md#calls. */
export const droppedSource = "education";

const activityEventSchema = z
  .looseObject({
    /** Idempotency key: an event is stored once per id. */
    id: uidSchema,
    version: z.number().int().min(1).max(1000),
    sourceApplication: z.string().min(1).max(100),
    /** ISO 8601, or seconds since 1970. */
    timestamp: z.union([z.string().max(40), z.number()]).optional(),
  })
  .refine((event) => JSON.stringify(event).length <= longestEvent, "Too many characters");
export type ActivityEvent = z.output<typeof activityEventSchema>;

export const activityContracts = {
  /** Stores events of the caller, or of the child in `x-profile-id`. On success all events are stored, each one once. */
  addEvents: defineContract({
    method: "POST",
    path: "/origin/:origin/events",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/control-panel.md#calls",
    /** Host without dots and port, e.g. `fabelskolanse`. */
    params: z.object({ origin: z.string().regex(/^[a-z0-9-]{1,253}$/i, "Incorrectly formatted") }),
    headers: profileHeaders,
    body: z.array(activityEventSchema).max(maxEvents),
    responses: { 200: z.object({ stored: z.number().int() }) },
  }),
};

/** The stream's name for a host: without dots and port. docs/product/choices.md#wire. */
export function streamOrigin(host: string): string {
  return host.replace(/:\d+$/, "").replaceAll(".", "");
}
