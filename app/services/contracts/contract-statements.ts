import { z } from "zod";
import { defineContract } from "./contract";
import { fillMessage, formMessages } from "./form-messages";
import { emailField, nameField, optionalField, textField } from "./person-fields";

/**
 * Calls of the payment service by which families withdraw from their contract or cancel it, with and without signing in. Amounts are in
 * minor units. docs/decisions/0087-statements-about-contracts.md.
 */

const own = "docs/product/choices.md#own-calls";

/** 409: the days in which one may withdraw are over, or there is nothing to withdraw from. */
export const withdrawalClosed = "withdrawal_closed";

/** An order's number as it is printed or typed: five groups of four, in any case, with any separators. */
export const orderNumberField = textField(60)
  .transform((typed) => typed.replaceAll(/[^0-9a-z]/gi, "").toUpperCase())
  .pipe(z.string().regex(/^[0-9A-F]{20}$/, formMessages.incorrectFormat))
  .transform((digits) => digits.match(/.{4}/g)?.join("-") ?? digits);

export const statedContractSchema = z.object({ name: nameField, orderNumber: orderNumberField, email: emailField });

/** `ordinary` ends at the next possible date; `extraordinary` is for a good reason, which is then given. */
export const cancellationTypes = ["ordinary", "extraordinary"] as const;
export type CancellationType = (typeof cancellationTypes)[number];

/** Characters of a reason. */
export const longestCancellationReason = 2000;

/** Some lines of text. */
const reasonField = z
  .string()
  .transform((text) =>
    text
      .normalize("NFC")
      .replaceAll(/\r\n?/g, "\n")
      .replaceAll(/[^\P{C}\n]/gu, "")
      .trim(),
  )
  .pipe(z.string().max(longestCancellationReason, fillMessage("maximum", { max: longestCancellationReason })));

/** What a cancellation states beside the contract. */
const cancellationFields = {
  type: z.enum(cancellationTypes).default("ordinary"),
  reason: optionalField(reasonField),
  /**
   * The day on which the contract should end, ISO 8601; null, or a day that is too early: as soon as possible. 400 'The day is over' for one
   * before today.
   */
  endsOn: optionalField(z.iso.date({ error: formMessages.incorrectFormat })),
};

/** Why a wished end is refused. */
export const dayIsOver = "The day is over";

export const statedCancellationSchema = statedContractSchema.extend(cancellationFields).superRefine(hasReason);

function hasReason(
  { type, reason }: { type: CancellationType; reason: string | null },
  { addIssue }: z.RefinementCtx,
): void {
  if (type === "extraordinary" && reason === null)
    addIssue({ code: "custom", path: ["reason"], message: formMessages.required });
}

const withdrawalSchema = z.object({
  orderNumber: z.string(),
  /** The last day on which one may withdraw, in the country. */
  lastDay: z.string(),
  isOpen: z.boolean(),
  /** Paid so far, kept for the days used, and paid back. */
  paid: z.number().int(),
  kept: z.number().int(),
  refund: z.number().int(),
  currency: z.string(),
  /** When the family has withdrawn; null before. */
  receivedAt: z.string().nullable(),
});
export type ContractWithdrawal = z.output<typeof withdrawalSchema>;

const statementSchema = z.object({
  orderNumber: z.string(),
  kind: z.enum(["withdrawal", "cancellation"]),
  receivedAt: z.string(),
  status: z.string(),
  refund: z.number().int().nullable(),
  /** What a cancellation without signing in has stated; null for others. */
  type: z.enum(cancellationTypes).nullable(),
  reason: z.string().nullable(),
  endsOn: z.string().nullable(),
});

export const statementContracts = {
  /** What withdrawing from the latest paid contract leads to now; null if the family has bought nothing. */
  getWithdrawal: defineContract({
    method: "GET",
    path: "/withdrawal",
    auth: "bearer",
    source: own,
    responses: { 200: z.object({ withdrawal: withdrawalSchema.nullable() }) },
  }),
  /** Withdraws from it: the plan ends now and what was paid is paid back. Repeated: the same answer. 409 `withdrawal_closed`. */
  withdraw: defineContract({
    method: "POST",
    path: "/withdrawals",
    auth: "bearer",
    source: own,
    responses: { 201: z.object({ withdrawal: withdrawalSchema }) },
  }),
  /** The family's withdrawals and cancellations, newest first, for its data export. `refund` is null where nothing was decided. */
  getStatements: defineContract({
    method: "GET",
    path: "/contract-statements",
    auth: "bearer",
    source: own,
    responses: { 200: z.object({ data: z.array(statementSchema) }) },
  }),
  /**
   * A statement of somebody who is not signed in. The answer is the same whether or not an order has the number and the address: what
   * follows is mailed to the account's confirmed address. `type`, `reason` and `endsOn` are a cancellation's. 429 after too many from one address or about one order.
   */
  stateAboutContract: defineContract({
    method: "POST",
    path: "/contract-statements",
    auth: "country",
    source: own,
    body: statedContractSchema
      .extend({ kind: z.enum(["withdrawal", "cancellation"]), ...cancellationFields })
      .superRefine(hasReason),
    responses: { 202: z.object({ receivedAt: z.string() }) },
  }),
} as const;
