import { createContext } from "react";

/**
 * The uid of the user for whom a form was rendered; null for signed-out users. All tabs of a browser share one session: while one tab
 * impersonates a pupil, another may still show a form of the teacher. Each posted form names its owner, so that it is never saved for
 * the wrong user. docs/decisions/0028-form-owner.md.
 */
export const FormOwner = createContext<string | null>(null);

/** Hidden field of every posted form of a signed-in user. */
export const formOwnerField = "form-owner";

/** The equivalent header for requests by script. */
export const formOwnerHeader = "x-form-owner";

/** Their names in the previous version, whose pages may still be open during a rolling deploy. */
export const formerOwnerField = "written-as";
export const formerOwnerHeader = "x-written-as";

/**
 * Hidden field of forms that their page can restore from a draft. Only such forms are saved if the submission cannot be processed now, and
 * only for these the user is told that the input is restored. docs/decisions/0028-form-owner.md.
 */
export const restorableField = "comes-back";
