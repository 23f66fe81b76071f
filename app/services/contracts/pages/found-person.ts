import { z } from "zod";

/** A person found by a search of a page, to be chosen. */
export const foundPersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  preferredName: z.string().nullable(),
  username: z.string().nullable(),
  /** Names of the person's groups. */
  groups: z.array(z.string()),
});
export type FoundPerson = z.output<typeof foundPersonSchema>;
