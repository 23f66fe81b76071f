import type { Backend } from "~/clients/backend";
import { getTranslator } from "~/i18n/i18n.server";
import type { ConfirmProblem } from "~/payment/provider/confirm";
import { problemText } from "~/payment/provider/problem-text";
import type { SubscriptionPreview } from "~/services/contracts/subscription";
import { redirectWithNotice } from "~/shell/notice.server";
import type { FamilySession } from "./subscription.server";
import type { SubscriptionIntent } from "./subscription-forms";
import type { SubscriptionStore } from "./subscription-store.machine";

/** Results of the subscription page's actions: what they return to the page, and redirects with a notice. */

export const subscriptionPath = "/subscription";

/** A submitted form of the page. */
export type SubmittedForm = { request: Request; session: FamilySession; formData: FormData };

/** Action result with the secret of a card or payment, which is only held in memory. */
export type ToConfirm = { intent: SubscriptionIntent; clientSecret: string };

/** Action result that shows what a change costs, before it is made. */
export type ToAccept = {
  intent: SubscriptionIntent;
  preview: SubscriptionPreview;
  /** Whether another sum was shown before. */
  isOutdated: boolean;
  /** The coupon as it was typed. */
  couponId: string | null;
};

/** Action result that asks whether the subscription is to end. */
export type ToEnd = { intent: SubscriptionIntent; toEnd: true };

/** Action result of a change of plan that failed because the family has no card to charge. */
export type NeedsCard = { intent: SubscriptionIntent; needsCard: true };

/** Action result of a payment or change that was refused: why, and which plan was asked for; null if none was, or it is not known. */
export type Refused = { intent: SubscriptionIntent; refusal: ConfirmProblem & { priceId: string | null } };

/** Action result that asks whether a card, or all of them, shall be removed, and says what follows. */
export type ToRemove = { removal: { id: string | null } };

export const paymentClient = (backend: Backend) => backend.clients.payment;

/** Back to the page with a notice that says what failed. */
export async function redirectRefused(problem: ConfirmProblem, request: Request): Promise<Response> {
  return redirectWithNotice(subscriptionPath, "error", problemText(await getTranslator(request, "payment"), problem));
}

/** @param what key of the notice, below `payment:done` */
export async function redirectDone(request: Request, what: string): Promise<Response> {
  const t = await getTranslator(request, "payment");
  return redirectWithNotice(subscriptionPath, "success", t(`done.${what}`));
}

/** The subscription that has not ended; a family has one at most. */
export function runningOf({ customerSubscriptions }: SubscriptionStore) {
  return customerSubscriptions.find(({ endedAt }) => endedAt === null) ?? null;
}
