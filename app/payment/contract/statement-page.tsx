import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { PaymentLayout } from "~/payment/payment-layout";
import { useDate, useLocale } from "~/payment/plan-choice";
import { useReasons } from "~/payment/reasons";
import { formatMoney } from "~/realms/money";
import type { Currency } from "~/realms/realm";
import {
  type ContractWithdrawal,
  cancellationTypes,
  longestCancellationReason,
} from "~/services/contracts/contract-statements";
import { useMoment } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup, Radio } from "~/ui/choice";
import { TextAreaField, TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { NamedValue } from "~/ui/named-value";
import type { Stated, StatementPageData, StatementResult } from "./statement.server";
import { type ContractStatement, statementIntents as intents } from "./statement-forms";

const contractFields = ["name", "orderNumber", "email"] as const;
const cancellationFields = ["type", "reason", "endsOn"] as const;
const fieldsOf = (kind: ContractStatement) =>
  kind === "cancellation" ? [...contractFields, ...cancellationFields] : contractFields;

type PageProps = { page: StatementPageData; result: StatementResult | undefined };

/** Withdraws from a contract, or cancels it without signing in: what is sent is shown before it is confirmed. */
export function StatementPage({ page, result }: PageProps) {
  const { t } = useTranslation("contract");
  const { kind, lawWords, own } = page;
  return (
    <PaymentLayout title={lawWords?.link ?? t(`${kind}.title`)}>
      {page.isUnavailable && result?.step !== "received" && <Banner type="warning">{t("own.unavailable")}</Banner>}
      {own !== undefined ? (
        <OwnWithdrawal withdrawal={own} hasEnded={page.hasEnded === true} />
      ) : result?.step === "received" ? (
        <Received kind={kind} {...result} />
      ) : result?.step === "check" ? (
        <Check kind={kind} stated={result.stated} confirm={lawWords?.confirm ?? t("withdrawal.confirm")} />
      ) : (
        <StatementForm kind={kind} known={page.known} result={result} />
      )}
    </PaymentLayout>
  );
}

function OwnWithdrawal({ withdrawal, hasEnded }: { withdrawal: ContractWithdrawal | null; hasEnded: boolean }) {
  const { t } = useTranslation("contract");
  const locale = useLocale();
  const date = useDate();
  const toSubscription = <LinkButton to="/subscription">{t("own.subscription")}</LinkButton>;
  if (withdrawal === null) return <Explained text={t("own.none")}>{toSubscription}</Explained>;
  const { receivedAt, isOpen, lastDay, orderNumber, paid, kept, refund } = withdrawal;
  const money = (amount: number) => formatMoney({ amount, currency: withdrawal.currency as Currency }, locale);
  const isClosed = receivedAt === null && !isOpen;
  if (isClosed) return <Explained text={t("own.closed", { date: date(lastDay) })}>{toSubscription}</Explained>;
  return (
    <>
      {receivedAt !== null && (
        <Banner type="success" title={t("withdrawal.received")}>
          <ReceivedAt moment={receivedAt} /> {t(refund > 0 ? "own.done" : "own.doneUnpaid")}
        </Banner>
      )}
      <Card>
        <dl className="flex flex-col gap-2">
          <NamedValue label={t("fields.orderNumber")} value={orderNumber} />
          {receivedAt === null && (
            <NamedValue label={t(refund > 0 ? "own.lastDay" : "own.lastDayUnpaid")} value={date(lastDay)} />
          )}
          <NamedValue label={t("own.paid")} value={money(paid)} />
          {kept > 0 && <NamedValue label={t("own.kept")} value={money(kept)} />}
          {refund > 0 && <NamedValue label={t("own.refund")} value={money(refund)} />}
        </dl>
        {receivedAt === null && (
          <Form method="post" className="mt-4 flex flex-col gap-3">
            <p>{t(`own.${hasEnded ? "ended" : "ends"}${refund > 0 ? "" : "Unpaid"}`)}</p>
            <Button variant="primary" size="large" wide>
              {t(refund > 0 ? "withdrawal.confirm" : "own.confirmUnpaid")}
            </Button>
          </Form>
        )}
      </Card>
      <p>{toSubscription}</p>
    </>
  );
}

function Explained({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <p className="text-18">{text}</p>
      <p>{children}</p>
    </>
  );
}

function StatementForm({
  kind,
  known,
  result,
}: Pick<StatementPageData, "kind" | "known"> & { result: (FormResult & { otherWay?: string | null }) | undefined }) {
  const { t } = useTranslation("contract");
  const formatReasons = useReasons();
  const [form, fields] = useForm<FormValues>({
    id: "statement",
    lastResult: result?.lastResult,
    ...(known ? { defaultValue: known } : {}),
  });
  const field = (name: (typeof contractFields | typeof cancellationFields)[number]) => ({
    ...fieldProps(fields[name], formatReasons),
    label: t(`fields.${name}`),
  });
  const type = field("type");
  return (
    <>
      <p className="text-18 text-ink-soft">{t(`${kind}.intro`)}</p>
      <Form method="post" {...getFormProps(form)} noValidate className="flex flex-col gap-5">
        <FormErrors
          formId="statement"
          lastResult={result?.lastResult}
          fields={fieldsOf(kind)}
          labelOf={(name) => t(`fields.${name}`)}
          formatReason={(reason) => formatReasons([reason])[0] ?? reason}
        />
        {result?.otherWay && <Banner>{t("otherWay", { email: result.otherWay })}</Banner>}
        <TextField {...field("name")} autoComplete="name" />
        <TextField {...field("orderNumber")} autoComplete="off" hint={t("fields.numberHint")} />
        <TextField {...field("email")} type="email" autoComplete="email" />
        {kind === "cancellation" && (
          <>
            <ChoiceGroup id={type.id} label={type.label} errors={type.errors}>
              {cancellationTypes.map((each) => (
                <Radio
                  key={each}
                  name={type.name}
                  value={each}
                  label={t(`types.${each}`)}
                  hint={t(`typeHints.${each}`)}
                  defaultChecked={(type.defaultValue || "ordinary") === each}
                />
              ))}
            </ChoiceGroup>
            <TextAreaField
              {...field("reason")}
              hint={t("fields.reasonHint")}
              maxLength={longestCancellationReason}
              optional
            />
            <TextField {...field("endsOn")} type="date" hint={t("fields.endsOnHint")} optional />
          </>
        )}
        <Button name="intent" value={intents.check} variant="primary" size="large" wide>
          {t("next")}
        </Button>
      </Form>
      {kind === "withdrawal" && (
        <p>
          <Link to="/login?redirect=%2Fwithdraw" className="font-semibold text-primary underline underline-offset-2">
            {t("logIn")}
          </Link>
        </p>
      )}
    </>
  );
}

function Check({ kind, stated, confirm }: Pick<StatementPageData, "kind"> & { stated: Stated; confirm: string }) {
  const { t } = useTranslation("contract");
  return (
    <Card>
      <p className="mb-4">{t(`${kind}.check`)}</p>
      <StatedValues kind={kind} stated={stated} />
      <Form method="post" className="mt-4 flex flex-col gap-3">
        {fieldsOf(kind).map((name) => (
          <input key={name} type="hidden" name={name} value={stated[name] ?? ""} />
        ))}
        <Button name="intent" value={intents.confirm} variant="primary" size="large" wide>
          {confirm}
        </Button>
        <Button name="intent" value={intents.change}>
          {t("change")}
        </Button>
      </Form>
    </Card>
  );
}

function Received({
  kind,
  receivedAt,
  stated,
}: Pick<StatementPageData, "kind"> & { receivedAt: string; stated: Stated }) {
  const { t } = useTranslation("contract");
  return (
    <>
      <Banner type="success" title={t(`${kind}.received`)}>
        <ReceivedAt moment={receivedAt} />
      </Banner>
      <Card>
        <StatedValues kind={kind} stated={stated} />
        <p className="mt-4">{t(`${kind}.next`)}</p>
      </Card>
    </>
  );
}

function ReceivedAt({ moment }: { moment: string }) {
  const { t } = useTranslation("contract");
  const formatMoment = useMoment();
  return <span>{t("receivedAt", { time: formatMoment(moment) })}</span>;
}

function StatedValues({ kind, stated }: Pick<StatementPageData, "kind"> & { stated: Stated }) {
  const { t } = useTranslation("contract");
  const date = useDate();
  const { type = "ordinary", reason = null, endsOn = null } = stated;
  return (
    <dl className="flex flex-col gap-2">
      {contractFields.map((name) => (
        <NamedValue key={name} label={t(`fields.${name}`)} value={stated[name]} />
      ))}
      {kind === "cancellation" && (
        <>
          <NamedValue label={t("fields.type")} value={t(`types.${type}`)} />
          {reason !== null && <NamedValue label={t("fields.reason")} value={reason} />}
          <NamedValue label={t("fields.endsOn")} value={endsOn === null ? t("soonest") : date(endsOn)} />
        </>
      )}
    </dl>
  );
}
