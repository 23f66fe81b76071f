import { z } from "zod";
import { defineContract } from "./contract";
import { profileHeaders } from "./reader-profile";

/** The activity stream: what happens in readers. docs/product/reader.md#events; docs/product/control-panel.md#calls. */

/** Most events of one call. docs/product/control-panel.md#limits. */
export const mostEvents = 100;

/** Characters of one event as JSON. */
const longestEvent = 8000;

/** Events of this source are dropped, by readers and by the receiver. docs/product/control-panel.md#calls. */
export const droppedSource = "education";

export const activityEventSchema = z
  .looseObject({
    /** An event of one id is stored once. */
    id: z.uuid(),
    version: z.number().int().min(1).max(1000),
    sourceApplication: z.string().min(1).max(100),
    /** ISO 8601, or seconds since 1970. */
    timestamp: z.union([z.string().max(40), z.number()]).optional(),
  })
  .refine((event) => JSON.stringify(event).length <= longestEvent, "Too many characters");
export type ActivityEvent = z.output<typeof activityEventSchema>;

export const activityContracts = {
  /** Events of the caller, or of the child that `x-profile-id` names. A successful call has stored its events, each once. */
  addEvents: defineContract({
    method: "POST",
    path: "/origin/:origin/events",
    auth: "bearer",
    source: "docs/product/control-panel.md#calls",
    /** Host without dots and port, e.g. `fabelskolanse`. */
    params: z.object({ origin: z.string().regex(/^[a-z0-9-]{1,253}$/i, "Incorrectly formatted") }),
    headers: profileHeaders,
    body: z.array(activityEventSchema).max(mostEvents),
    responses: { 200: z.object({ stored: z.number().int() }) },
  }),
};

/** A host as the stream names it: without dots and without its port. docs/product/choices.md#wire. */
export function streamOrigin(host: string): string {
  return host.replace(/:\d+$/, "").replaceAll(".", "");
}
