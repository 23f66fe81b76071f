import { createContext } from "react";

/**
 * The uid of the person for whom a form was rendered; null for visitors. All tabs of a browser share one session: while one of them
 * acts as a pupil, another may still hold a form of the teacher's. Each posted form names its owner, so that it is never saved as
 * somebody else's. docs/decisions/0028-form-owner.md.
 */
export const FormOwner = createContext<string | null>(null);

/** The field that every posted form of somebody signed in has. */
export const formOwnerField = "form-owner";

/** The same for what a script sends. */
export const formOwnerHeader = "x-form-owner";

/** What the version before called them: its pages may still be open while a deploy rolls. */
export const formerOwnerField = "written-as";
export const formerOwnerHeader = "x-written-as";

/**
 * The field of a form that its page can fill again from a stored copy. Only such a form is stored when it cannot be taken now, and only
 * of such a one it is said that it comes back. docs/decisions/0028-form-owner.md.
 */
export const comesBackField = "comes-back";
