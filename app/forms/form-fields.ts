import { z } from "zod";

/** Schemas of fields that no user types into. */

/** An id, or another value that the page put into the form. Missing or repeated it is empty, and the service refuses it. */
export const hiddenField = z.string().catch("");

/** A checkbox or switch, which a browser omits while it is off. */
export const tickedField = z.preprocess((value) => value === "on", z.boolean());

/** All values of a name that may occur several times. */
export const listField = z.preprocess(
  (value) => (value === undefined ? [] : [value].flat()).filter((each) => typeof each === "string" && each !== ""),
  z.array(z.string()),
);

/** A form of buttons only. */
export const noFields = z.object({});

/** A form that names one thing of its page. */
export const idForm = z.object({ id: hiddenField });
