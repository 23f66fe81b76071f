import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { jobSchema } from "~/services/contracts/jobs";
import { pageReadSource as source } from "./page-read";

/** The page read of the overview. */

/** Pupils that need attention. */
export const attentions = ["withoutGroup", "neverSignedIn", "withoutBadge"] as const;
export type Attention = (typeof attentions)[number];

/** Filters of the list of pupils for those who need attention. */
export const attentionFilters: Record<Attention, Record<string, unknown>> = {
  withoutGroup: { withoutGroup: true },
  neverSignedIn: { neverSignedIn: true, status: "active" },
  withoutBadge: { hasBadge: false, status: "active" },
};

const overviewSchema = z.object({
  /** Groups of which the caller is a member; none for super users. */
  classes: z.array(z.object({ id: z.string(), name: z.string() })),
  /** How many pupils of the school need attention, counted to 1,000, then `hasMore`; without zero counts. */
  waiting: z.array(z.object({ id: z.enum(attentions), count: z.number(), hasMore: z.boolean() })),
  /** The caller's latest jobs. */
  jobs: z.array(jobSchema),
  /** Refunds and disputes of families' payments: open ones and those of the last 30 days, the open ones first; only for super users. */
  reversals: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["refund", "dispute"]),
      /** Whether somebody has to answer the bank, or the bank has not decided yet. */
      isOpen: z.boolean(),
      status: z.string(),
      /** Name and address of the family; null if it was erased. */
      family: z.object({ uid: z.string(), name: z.string(), email: z.string() }).nullable(),
      amount: z.number(),
      currency: z.enum(["EUR", "NOK", "SEK", "GBP", "USD"]),
      madeAt: z.string(),
    }),
  ),
  /** Families' statements about contracts that nobody has dealt with; 0 for everybody but super users. */
  statements: z.number().int(),
});
export type OverviewRead = z.output<typeof overviewSchema>;

export const overviewContracts = {
  getOverviewPage: defineContract({
    method: "GET",
    path: "/pages/overview",
    auth: "bearer",
    isInternal: true,
    source,
    query: z.object({
      /** The school whose pupils are counted. */
      school: z.string().max(100).optional(),
      isFresh: z.literal("true").optional(),
    }),
    responses: { 200: z.object({ data: overviewSchema }) },
  }),
};
