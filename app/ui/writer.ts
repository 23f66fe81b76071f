import { createContext } from "react";

/**
 * As whom a form was written. All tabs of a browser share one session: while one of them acts as a pupil, another may still hold a
 * form of the teacher's. What is sent says whose hand wrote it, so that it is never saved as somebody else's. Decision 33.
 */
export const Writer = createContext<string | null>(null);

/** The field that every posted form of somebody signed in has. */
export const writerField = "written-as";

/** The same for what a script sends. */
export const writerHeader = "x-written-as";

/**
 * The field of a form that its page can fill again from what was kept of it. Only such a one is kept when it cannot be taken now, and only
 * of such a one it is said that it comes back. Decision 33.
 */
export const comesBackField = "comes-back";
