import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NotSaved } from "~/control-panel/frame/failures";
import { FocusedResult } from "~/control-panel/frame/focused-result";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps, resultFor } from "~/forms/form-result";
import { formatReason, formatReasons } from "~/forms/messages";
import { longestReason, mostExtensionDays } from "~/services/contracts/managed-families";
import { useDay } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { ChoiceGroup, Radio } from "~/ui/choice";
import { DraftBack } from "~/ui/draft-back";
import { PasswordField, TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { restorableField } from "~/ui/form-owner";
import { NamedValue } from "~/ui/named-value";
import { PageHeader } from "~/ui/page-header";
import type {
  ExtensionData,
  ExtensionReview,
  RefundData,
  RefundReview,
  ReviewedExtension,
  ReviewedRefund,
} from "./family-acts.server";
import { familiesPath, familyIntents, familyPath } from "./family-intents";
import { useSum } from "./family-payments";

/** Paying back a payment, in two steps: how much and why; then the sum on the button. */
export function RefundPage({ family, payment, draft }: RefundData) {
  const { t } = useTranslation("families");
  const result = useActionData<FormResult & RefundReview>();
  const sum = useSum();
  const day = useDay();
  const review = result?.review ?? null;
  return (
    <ActPage
      family={family}
      title={t(review ? "refund.confirmTitle" : "refund.title")}
      intro={t("refund.text", {
        sum: sum(payment.amount, payment.currency),
        date: day(payment.paidAt),
        left: sum(payment.left, payment.currency),
      })}
      hasFailed={result?.failed === true}
    >
      {review ? (
        <FocusedResult>
          <ConfirmForm
            lastResult={resultFor(result, familyIntents.refund)}
            intent={familyIntents.refund}
            hidden={{ id: review.id, amount: review.amount, left: review.left, reason: review.reason }}
            button={t("refund.confirm", { sum: sum(review.amount, review.currency) })}
          >
            <RefundSums {...review} />
          </ConfirmForm>
        </FocusedResult>
      ) : payment.left > 0 ? (
        <WantedRefund
          key={JSON.stringify(result?.lastResult ?? null)}
          payment={payment}
          draft={draft}
          result={result}
        />
      ) : (
        <Banner type="info">{t("refund.nothingLeft")}</Banner>
      )}
    </ActPage>
  );
}

function RefundSums({ amount, left, currency, reason }: ReviewedRefund) {
  const { t } = useTranslation("families");
  const sum = useSum();
  return (
    <>
      <dl className="space-y-2">
        <NamedValue label={t("refund.sum")} value={sum(amount, currency)} />
        <NamedValue label={t("refund.after")} value={sum(left - amount, currency)} />
        <NamedValue label={t("reason")} value={reason} />
      </dl>
      <p className="text-ink-soft">{t("refund.follows")}</p>
    </>
  );
}

function WantedRefund({
  payment,
  draft,
  result,
}: Pick<RefundData, "payment" | "draft"> & { result: FormResult | undefined }) {
  const { t } = useTranslation("families");
  const { t: panel } = useTranslation("control-panel");
  const sum = useSum();
  const lastResult = result?.lastResult ?? null;
  const [form, fields] = useForm<FormValues>({
    id: "refund",
    lastResult,
    defaultValue: { how: draft?.how ?? "", part: draft?.part ?? "", reason: draft?.reason ?? "" },
  });
  const toMessages = (reasons: readonly string[] | undefined) => formatReasons(panel, reasons);
  const chosen = String(fields.how?.initialValue ?? "");
  const labels: Record<string, string> = { how: t("refund.how"), part: t("refund.part"), reason: t("reason") };
  return (
    <Form method="post" {...getFormProps(form)} className="max-w-xl space-y-5">
      <FormErrors
        formId="refund"
        lastResult={lastResult}
        fields={["how", "part", "reason"]}
        labelOf={(name) => labels[name] ?? null}
        formatReason={(reason) => formatReason(panel, reason)}
      />
      {draft && !result && <DraftBack />}
      <input type="hidden" name={restorableField} value="on" />
      <ChoiceGroup label={labels.how} errors={toMessages(fields.how?.errors)} id={fields.how?.id}>
        <Radio
          name="how"
          value="all"
          defaultChecked={chosen === "all"}
          label={t("refund.all", { sum: sum(payment.left, payment.currency) })}
        />
        <Radio name="how" value="part" defaultChecked={chosen === "part"} label={t("refund.some")} />
      </ChoiceGroup>
      <TextField
        {...fieldProps(fields.part, toMessages)}
        label={t("refund.partIn", { currency: payment.currency })}
        hint={t("refund.partHint")}
        inputMode="decimal"
        autoComplete="off"
        optional
        inputClassName="max-w-40"
      />
      <ReasonField {...fieldProps(fields.reason, toMessages)} />
      <Buttons intent={familyIntents.review} button={t("refund.review")} />
    </Form>
  );
}

/** Extending the paid time, in two steps: how long and why; then the new date. */
export function ExtensionPage({ family, plan, refusal, draft }: ExtensionData) {
  const { t } = useTranslation("families");
  const result = useActionData<FormResult & ExtensionReview>();
  const day = useDay();
  const review = result?.review ?? null;
  return (
    <ActPage
      family={family}
      title={t(review ? "extension.confirmTitle" : "extension.title")}
      intro={plan && refusal === null ? t("extension.text", { date: day(plan.paidUntil) }) : undefined}
      hasFailed={result?.failed === true}
    >
      {refusal !== null || !plan ? (
        <Banner type="info">{t(`extension.refusals.${refusal ?? "none"}`)}</Banner>
      ) : review ? (
        <FocusedResult>
          <ConfirmForm
            lastResult={resultFor(result, familyIntents.extend)}
            intent={familyIntents.extend}
            hidden={{ id: review.id, days: review.days, reason: review.reason }}
            button={t("extension.confirm", { count: review.days })}
          >
            <ExtensionDates {...review} />
          </ConfirmForm>
        </FocusedResult>
      ) : (
        <WantedExtension key={JSON.stringify(result?.lastResult ?? null)} draft={draft} result={result} />
      )}
    </ActPage>
  );
}

function ExtensionDates({ days, nextPaymentAt, reason }: ReviewedExtension) {
  const { t } = useTranslation("families");
  const day = useDay();
  return (
    <>
      <dl className="space-y-2">
        <NamedValue label={t("extension.days")} value={String(days)} />
        <NamedValue label={t("plan.next")} value={day(nextPaymentAt)} />
        <NamedValue label={t("reason")} value={reason} />
      </dl>
      <p className="text-ink-soft">{t("extension.follows")}</p>
    </>
  );
}

function WantedExtension({ draft, result }: Pick<ExtensionData, "draft"> & { result: FormResult | undefined }) {
  const { t } = useTranslation("families");
  const { t: panel } = useTranslation("control-panel");
  const lastResult = result?.lastResult ?? null;
  const [form, fields] = useForm<FormValues>({
    id: "extension",
    lastResult,
    defaultValue: { days: draft?.days ?? "", reason: draft?.reason ?? "" },
  });
  const toMessages = (reasons: readonly string[] | undefined) => formatReasons(panel, reasons);
  const labels: Record<string, string> = { days: t("extension.days"), reason: t("reason") };
  return (
    <Form method="post" {...getFormProps(form)} className="max-w-xl space-y-5">
      <FormErrors
        formId="extension"
        lastResult={lastResult}
        fields={["days", "reason"]}
        labelOf={(name) => labels[name] ?? null}
        formatReason={(reason) => formatReason(panel, reason)}
      />
      {draft && !result && <DraftBack />}
      <input type="hidden" name={restorableField} value="on" />
      <TextField
        {...fieldProps(fields.days, toMessages)}
        label={labels.days}
        hint={t("extension.daysHint", { max: mostExtensionDays })}
        inputMode="numeric"
        autoComplete="off"
        inputClassName="max-w-40"
      />
      <ReasonField {...fieldProps(fields.reason, toMessages)} />
      <Buttons intent={familyIntents.review} button={t("extension.review")} />
    </Form>
  );
}

type ActPageProps = {
  family: RefundData["family"];
  title: string;
  intro: string | undefined;
  hasFailed: boolean;
  children: ReactNode;
};

function ActPage({ family, title, intro, hasFailed, children }: ActPageProps) {
  const { t } = useTranslation("families");
  const crumbs = [
    { label: t("title"), to: familiesPath },
    { label: family.name, to: familyPath(family.uid) },
  ];
  return (
    <div className="max-w-[70ch]">
      <PageHeader crumbs={crumbs} title={title} intro={intro} />
      {hasFailed && <NotSaved />}
      {children}
    </div>
  );
}

type ConfirmFormProps = {
  lastResult: SubmissionResult<string[]> | null;
  intent: string;
  hidden: Record<string, string | number>;
  button: string;
  children: ReactNode;
};

/** The second step: what will happen, the user's own password, and a button that says it. */
function ConfirmForm({ lastResult, intent, hidden, button, children }: ConfirmFormProps) {
  const { t } = useTranslation("families");
  const { t: panel } = useTranslation("control-panel");
  const { pathname } = useLocation();
  const [form, fields] = useForm<FormValues>({ id: "confirm", lastResult, defaultValue: {} });
  const toMessages = (reasons: readonly string[] | undefined) => formatReasons(panel, reasons);
  return (
    <Form method="post" {...getFormProps(form)} className="max-w-xl space-y-5">
      <FormErrors
        formId="confirm"
        lastResult={lastResult}
        fields={["currentPassword"]}
        labelOf={(name) => (name === "currentPassword" ? t("password") : null)}
        formatReason={(reason) => formatReason(panel, reason)}
      />
      {children}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <PasswordField
        {...fieldProps(fields.currentPassword, toMessages)}
        label={t("password")}
        hint={t("passwordHint")}
        autoComplete="current-password"
      />
      <Buttons intent={intent} button={button} backTo={pathname} />
    </Form>
  );
}

function Buttons({ intent, button, backTo = ".." }: { intent: string; button: string; backTo?: string }) {
  const { t } = useTranslation("control-panel");
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const family = pathname.split("/").slice(0, 4).join("/");
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" name="intent" value={intent} busy={navigation.state === "submitting"}>
        {button}
      </Button>
      <LinkButton to={backTo === ".." ? family : backTo} variant="quiet">
        {t("form.cancel")}
      </LinkButton>
    </div>
  );
}

function ReasonField(props: ReturnType<typeof fieldProps>) {
  const { t } = useTranslation("families");
  return (
    <TextField {...props} label={t("reason")} hint={t("reasonHint")} maxLength={longestReason} autoComplete="off" />
  );
}
