import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import type { Panel } from "~/control-panel/frame/panel.server";
import { findDraft, saveDraftAndStepUp } from "~/forms/form-drafts.server";
import { hiddenField } from "~/forms/form-fields";
import { formResult } from "~/forms/form-result.server";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { getTranslator, localeOfRequest } from "~/i18n/i18n.server";
import { formatMoney } from "~/realms/money";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import {
  type ExtensionRefusal,
  extensionRefusals,
  type FamilyPayment,
  type ManagedFamily,
  mostExtensionDays,
  notExtendable,
  providerRefused,
  reasonField,
  refundOutdated,
} from "~/services/contracts/managed-families";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";
import { authoriseFamilies, readFamily } from "./families.server";
import { familyIntents, familyPath } from "./family-intents";

/** Paying back and extending: the sum or the days are shown, and the second step says them. */

type Named = Pick<ManagedFamily, "uid" | "name" | "username">;

export type RefundData = { family: Named; payment: FamilyPayment; draft: Record<string, string> | null };

/** What the second step shows. */
export type ReviewedRefund = {
  id: string;
  amount: number;
  left: number;
  currency: FamilyPayment["currency"];
  reason: string;
};
export type RefundReview = { review: ReviewedRefund | null };

export type ExtensionData = {
  family: Named;
  plan: NonNullable<ManagedFamily["provider"]>["plan"];
  refusal: ExtensionRefusal | null;
  draft: Record<string, string> | null;
};
export type ReviewedExtension = { id: string; days: number; nextPaymentAt: string; reason: string };
export type ExtensionReview = { review: ReviewedExtension | null };

const named = ({ uid, name, username }: ManagedFamily): Named => ({ uid, name, username });

async function draftOf(panel: Panel, request: Request): Promise<Record<string, string> | null> {
  const draft = await findDraft(panel, request);
  return draft && Object.fromEntries(Object.entries(draft).map(([name, values]) => [name, values[0] ?? ""]));
}

export async function loadRefund(
  backend: Backend,
  request: Request,
  uid: string,
  payment: string,
): Promise<RefundData> {
  const panel = await authoriseFamilies(backend, request);
  const family = await readFamily(panel, request, uid);
  return { family: named(family), payment: paymentOf(family, payment), draft: await draftOf(panel, request) };
}

/** @throws Response 404 for a payment that the family has not made */
function paymentOf({ provider }: ManagedFamily, id: string): FamilyPayment {
  const payments = provider?.payments.filter((each) => each.id === id) ?? [];
  const payment = payments.find(({ status }) => status === "succeeded") ?? payments[0];
  if (!payment) throw new Response(null, { status: 404 });
  return payment;
}

type Sent = { panel: Panel; request: Request; uid: string; payment: string; formData: FormData };

const refundActions: Record<string, (sent: Sent) => Promise<unknown>> = {
  [familyIntents.review]: reviewRefund,
  [familyIntents.refund]: refund,
};

export async function actOnRefund(backend: Backend, request: Request, uid: string, payment: string) {
  const panel = await authoriseFamilies(backend, request);
  const formData = await request.formData();
  return actionOf(refundActions, formData)({ panel, request, uid, payment, formData });
}

const wantedRefund = z.object({
  how: z.enum(["all", "part"], { error: formMessages.selectOne }),
  part: z.string().trim().max(20, formMessages.number).catch(""),
  reason: reasonField,
});

/** A sum as it is typed, with a comma or a point, in minor units; null if it is none. */
export function readSum(typed: string): number | null {
  const [, units, cents = ""] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/\s/g, "")) ?? [];
  return units === undefined ? null : Number(units) * 100 + Number(cents.padEnd(2, "0"));
}

async function reviewRefund({ panel, request, uid, payment, formData }: Sent) {
  const { backend, credentials } = panel;
  const form = readForm(formData, wantedRefund);
  const part = form.values.how === "part" ? readSum(form.values.part) : null;
  const isWrong = form.values.how === "part" && part === null;
  const fieldErrors: Record<string, string[]> = isWrong ? { part: [formMessages.number] } : {};
  const shownAgain = (error: unknown, errors = fieldErrors, review: ReviewedRefund | null = null) =>
    formResult<RefundReview>(backend, error, {
      ...{ request, intent: familyIntents.review, fieldErrors: errors, ...form, extra: { review } },
      ...(review ? { status: 200 } : {}),
    });
  if (form.submission.status !== "success" || isWrong) return shownAgain(null);
  try {
    const input = { params: { uid }, body: { paymentId: payment, amount: part } };
    const { body } = await backend.clients.payment.previewFamilyRefund(input, credentials);
    return shownAgain(null, {}, { id: crypto.randomUUID(), ...body, reason: form.values.reason });
  } catch (error) {
    const details = error instanceof ServiceError && error.status === 400 ? (error.details ?? []) : [];
    const ofAmount = details.filter(({ attribute }) => attribute === "amount").map(({ reason }) => reason);
    return shownAgain(error, ofAmount.length > 0 ? { part: ofAmount } : {});
  }
}

const minorUnits = z.coerce.number().int().catch(0);
const passwordField = z.string({ error: formMessages.mandatory }).min(1, formMessages.mandatory).max(1024);
const confirmedRefund = z.object({
  id: hiddenField,
  amount: minorUnits,
  left: minorUnits,
  reason: hiddenField,
  currentPassword: passwordField,
});

async function refund({ panel, request, uid, payment: paymentId, formData }: Sent) {
  const { backend, credentials } = panel;
  const form = readForm(formData, confirmedRefund);
  const { currency } = paymentOf(await readFamily(panel, request, uid), paymentId);
  const { id, currentPassword, ...wanted } = form.values;
  const again = { review: { id, ...wanted, currency } };
  const intent = familyIntents.refund;
  if (form.submission.status !== "success")
    return formResult<RefundReview>(backend, null, { request, intent, ...form, extra: again });
  const t = await getTranslator(request, "families");
  try {
    const body = { paymentId, ...wanted, currentPassword };
    await backend.clients.payment.refundFamilyPayment({ params: { uid, id }, body }, credentials);
  } catch (error) {
    if (needsStepUp(error)) return saveDraftAndStepUp(panel, request, draftFor(formData, wanted));
    if (isConflict(error)) {
      const fallback = t(error.code === providerRefused ? "refund.refused" : "refund.outdated");
      return formResult<RefundReview>(backend, error, { request, intent, ...form, fallback, extra: { review: null } });
    }
    const state = await stateOfAct(panel, request, uid, error, ({ refunds }) => refunds.find((each) => each.id === id));
    if (state === "decided") return redirectWithNotice(familyPath(uid), "warning", t("refund.waiting"));
    return formResult<RefundReview>(backend, error, { request, intent, ...form, ...limitOf(error), extra: again });
  }
  const sum = formatMoney({ amount: wanted.amount, currency }, await localeOfRequest(request));
  return redirectWithNotice(familyPath(uid), "success", t("refund.done", { sum }));
}

/** The first step's fields, so that they are filled in after the second factor. */
function draftFor(formData: FormData, { amount, reason }: { amount: number; reason: string }): FormData {
  const draft = new FormData();
  draft.set("how", "part");
  draft.set("part", (amount / 100).toFixed(2));
  draft.set("reason", reason);
  for (const [name, value] of formData)
    if (!["amount", "left", "id", "reason"].includes(name)) draft.append(name, value);
  return draft;
}

const needsStepUp = (error: unknown) => error instanceof ServiceError && error.code === "secure_login_needed";

function isConflict(error: unknown): error is ServiceError {
  return error instanceof ServiceError && [refundOutdated, providerRefused, notExtendable].includes(error.code);
}

function limitOf(error: unknown): { fieldErrors?: Record<string, string[]> } {
  const isTooMuch = error instanceof ServiceError && error.status === 429;
  return isTooMuch ? { fieldErrors: { currentPassword: [formMessages.tooManyAttempts] } } : {};
}

/** What is stored of an act whose call failed because the provider is down; null if nothing is, or the call was refused. */
async function stateOfAct(
  panel: Panel,
  request: Request,
  uid: string,
  error: unknown,
  find: (family: ManagedFamily) => { state: string } | undefined,
): Promise<string | null> {
  if (!(error instanceof ServiceError) || error.status < 500) return null;
  return find(await readFamily(panel, request, uid))?.state ?? null;
}

export async function loadExtension(backend: Backend, request: Request, uid: string): Promise<ExtensionData> {
  const panel = await authoriseFamilies(backend, request);
  const family = await readFamily(panel, request, uid);
  const { plan = null, extensionRefusal = "none" } = family.provider ?? {};
  return { family: named(family), plan, refusal: extensionRefusal, draft: await draftOf(panel, request) };
}

const extensionActions: Record<string, (sent: Omit<Sent, "payment">) => Promise<unknown>> = {
  [familyIntents.review]: reviewExtension,
  [familyIntents.extend]: extend,
};

export async function actOnExtension(backend: Backend, request: Request, uid: string) {
  const panel = await authoriseFamilies(backend, request);
  const formData = await request.formData();
  return actionOf(extensionActions, formData)({ panel, request, uid, formData });
}

const daysField = z
  .string({ error: formMessages.required })
  .trim()
  .regex(/^\d{1,3}$/, formMessages.number)
  .transform(Number)
  .pipe(
    z
      .number()
      .min(1, fillMessage("between", { min: 1, max: mostExtensionDays }))
      .max(mostExtensionDays, fillMessage("between", { min: 1, max: mostExtensionDays })),
  );
const wantedExtension = z.object({ days: daysField, reason: reasonField });

const dayMilliseconds = 24 * 60 * 60 * 1000;

async function reviewExtension({ panel, request, uid, formData }: Omit<Sent, "payment">) {
  const form = readForm(formData, wantedExtension);
  const intent = familyIntents.review;
  const { plan, refusal } = await extensionOf(panel, request, uid);
  if (form.submission.status !== "success" || !plan || refusal !== null) {
    return formResult<ExtensionReview>(panel.backend, null, {
      ...{ request, intent, ...form, extra: { review: null } },
      ...(form.submission.status === "success" ? { status: 409 } : {}),
    });
  }
  const { days, reason } = form.values;
  const nextPaymentAt = new Date(Date.parse(plan.paidUntil) + days * dayMilliseconds).toISOString();
  const review = { id: crypto.randomUUID(), days, reason, nextPaymentAt };
  return formResult<ExtensionReview>(panel.backend, null, { request, intent, ...form, status: 200, extra: { review } });
}

async function extensionOf(panel: Panel, request: Request, uid: string) {
  const { provider } = await readFamily(panel, request, uid);
  return { plan: provider?.plan ?? null, refusal: provider?.extensionRefusal ?? null };
}

const confirmedExtension = wantedExtension.extend({ id: hiddenField, currentPassword: passwordField });

async function extend({ panel, request, uid, formData }: Omit<Sent, "payment">) {
  const { backend, credentials } = panel;
  const form = readForm(formData, confirmedExtension);
  const { id, currentPassword, days, reason } = form.values;
  const { plan } = await extensionOf(panel, request, uid);
  if (!plan) return redirect(familyPath(uid));
  const nextPaymentAt = new Date(Date.parse(plan.paidUntil) + Number(days) * dayMilliseconds).toISOString();
  const again = { review: { id, days, reason, nextPaymentAt } };
  const intent = familyIntents.extend;
  if (form.submission.status !== "success")
    return formResult<ExtensionReview>(backend, null, { request, intent, ...form, extra: again });
  const t = await getTranslator(request, "families");
  try {
    const body = { days, reason, currentPassword };
    await backend.clients.payment.extendFamilyPlan({ params: { uid, id }, body }, credentials);
  } catch (error) {
    if (needsStepUp(error)) return saveDraftAndStepUp(panel, request, formData);
    if (isConflict(error)) {
      const refusal = extensionRefusals.find((each) => each === error.message);
      const fallback = refusal ? t(`extension.refusals.${refusal}`) : t("extension.refused");
      return formResult<ExtensionReview>(backend, error, {
        ...{ request, intent, ...form, fallback, extra: { review: null } },
      });
    }
    const state = await stateOfAct(panel, request, uid, error, (family) =>
      family.extensions.find((each) => each.id === id),
    );
    if (state === "decided") return redirectWithNotice(familyPath(uid), "warning", t("extension.waiting"));
    return formResult<ExtensionReview>(backend, error, { request, intent, ...form, ...limitOf(error), extra: again });
  }
  return redirectWithNotice(familyPath(uid), "success", t("extension.done", { count: days }));
}
