import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import { requireSameOrigin } from "~/clients/same-origin.server";
import type { FormResult } from "~/forms/form-result";
import { formResult } from "~/forms/form-result.server";
import { intentOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { signupMessages } from "~/payment/signup/signup-form";
import { consumerLawOf } from "~/realms/consumer-law";
import { sellerOf } from "~/realms/operator";
import { dayIn } from "~/realms/realm";
import {
  type CancellationType,
  type ContractWithdrawal,
  dayIsOver,
  statedCancellationSchema,
  statedContractSchema,
} from "~/services/contracts/contract-statements";
import { ServiceError } from "~/services/contracts/service-error";
import { isFamily } from "~/session/family.server";
import { optionalUser, requireParent, type SignedIn } from "~/session/guard.server";
import { type ContractStatement, statementIntents } from "./statement-forms";

/** Withdrawing from a contract and cancelling it on a page of their own. docs/decisions/0087-statements-about-contracts.md. */

export type StatementPageData = {
  kind: ContractStatement;
  /** In the words of the country's law; null: ours. */
  lawWords: { link: string; confirm: string } | null;
  /** What a signed-in family may withdraw from; null: it has bought nothing. `undefined`: nobody is signed in, or it is no family. */
  own: ContractWithdrawal | null | undefined;
  /** Whether the plan of a signed-in family has ended already. */
  hasEnded?: boolean;
  /** Whether the payment provider does not say what a signed-in family may withdraw from. The form for everybody needs no provider. */
  isUnavailable?: true;
  /** Of a signed-in family that cancels, to start with. */
  known?: Pick<Stated, "name" | "orderNumber" | "email">;
};

export type StatementResult =
  | (FormResult & {
      step?: undefined;
      /** The seller's e-mail address, where the form is closed for a while; null if it is not filled in. */
      otherWay?: string | null;
    })
  | { step: "check"; stated: Stated }
  | { step: "received"; receivedAt: string; stated: Stated };
export type Stated = {
  name: string;
  orderNumber: string;
  email: string;
  /** Of a cancellation. */
  type?: CancellationType;
  reason?: string | null;
  endsOn?: string | null;
};

/** @throws Response 404 where the country's law asks for no cancellation without signing in */
export async function loadStatement(
  backend: Backend,
  request: Request,
  kind: ContractStatement,
): Promise<StatementPageData> {
  const user = await optionalUser(backend, request);
  const lawWords = kind === "cancellation" ? consumerLawOf(user.realm).cancellationWithoutLogin : null;
  if (kind === "cancellation" && lawWords === null) throw new Response(null, { status: 404 });
  if (user.kind !== "user" || !(await isFamily(user))) return { kind, lawWords, own: undefined };
  // A child that reads in the parents' browser, or on a device of its own, ends no contract.
  await requireParent(backend, request);
  if (kind === "cancellation") return { kind, lawWords, own: undefined, known: await knownContract(user) };
  try {
    const { payment } = user.backend.clients;
    const [{ body }, plans] = await Promise.all([
      payment.getWithdrawal({}, user.credentials),
      payment.getSubscriptions({}, user.credentials),
    ]);
    const hasEnded = plans.body.data.every(({ endedAt }) => endedAt !== null);
    return { kind, lawWords, own: body.withdrawal, hasEnded };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status < 500) throw error;
    return { kind, lawWords, own: undefined, isUnavailable: true };
  }
}

/** What a signed-in family need not type; without an order number while the payment provider cannot be reached. */
async function knownContract({
  backend,
  credentials,
}: SignedIn): Promise<Pick<Stated, "name" | "orderNumber" | "email">> {
  const [me, order] = await Promise.all([
    backend.clients.account.getMe({}, credentials),
    nullIfUnavailable(backend.clients.payment.getWithdrawal({}, credentials)),
  ]);
  const { firstname, lastname, email, username } = me.body;
  return {
    name: `${firstname} ${lastname}`.trim(),
    email: email ?? username,
    orderNumber: order?.body.withdrawal?.orderNumber ?? "",
  };
}

/** First shows what is sent, then sends it; a signed-in family only confirms. */
export async function submitStatement(backend: Backend, request: Request, kind: ContractStatement) {
  requireSameOrigin(request);
  const page = await loadStatement(backend, request, kind);
  const user = await optionalUser(backend, request);
  const formData = await request.clone().formData();
  if (user.kind === "user" && page.own !== undefined) {
    await user.backend.clients.payment.withdraw({}, user.credentials);
    return redirect("/withdraw");
  }
  const intent = intentOf(formData);
  const { submission } = readForm(formData, kind === "cancellation" ? statedCancellationSchema : statedContractSchema);
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  const { endsOn = null } = submission.value as Stated;
  if (endsOn !== null && endsOn < dayIn(user.realm, new Date())) {
    return formResult(backend, null, { request, submission, fieldErrors: { endsOn: [dayIsOver] } });
  }
  if (intent === statementIntents.change) return formResult(backend, null, { request, submission, status: 200 });
  const stated: Stated = submission.value;
  if (intent !== statementIntents.confirm) return { step: "check", stated };
  try {
    const body = { kind, reason: null, endsOn: null, ...stated };
    const { body: reply } = await user.backend.clients.payment.stateAboutContract({ body }, user.credentials);
    return { step: "received", receivedAt: reply.receivedAt, stated };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 429) throw error;
    const fieldErrors = { "": [signupMessages.tooManyAttempts] };
    const otherWay = sellerOf(user.realm, backend.environment.operators[user.realm])?.email ?? null;
    return formResult(backend, error, { request, submission, fieldErrors, extra: { otherWay } });
  }
}
