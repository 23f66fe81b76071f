import { useTranslation } from "react-i18next";
import { useLocale } from "~/payment/plan-choice";
import { formatMoney } from "~/realms/money";
import type { Currency } from "~/realms/realm";
import type { FamilyPayment, ManagedFamily } from "~/services/contracts/managed-families";
import { useCalendarDay, useDay, useMoment } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icon";
import { CalendarClock, ExternalLink, UserRound } from "~/ui/icons";
import { NamedValue } from "~/ui/named-value";
import { PageHeader } from "~/ui/page-header";
import { Pill, type Tone } from "~/ui/pill";
import type { Column } from "~/ui/table";
import { TableSection } from "~/ui/table-section";
import { extensionPath, familiesPath, refundPath } from "./family-intents";

/** Everything that support needs to know about a family's payments. */

/** `79,00 kr` in the user's language. */
export function useSum(): (amount: number, currency: Currency) => string {
  const locale = useLocale();
  return (amount, currency) => formatMoney({ amount, currency }, locale);
}

export function FamilyPage(family: ManagedFamily) {
  const { t } = useTranslation("families");
  const { uid, name, email, username, status, isProviderDown } = family;
  const person = `/controlpanel/guardians/${uid}`;
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("title"), to: familiesPath }]}
        title={name}
        intro={<span className="wrap-anywhere">{email ?? username}</span>}
        actions={
          <>
            <LinkButton to={status === "deleted" ? `${person}/restore` : person} icon={UserRound}>
              {t(status === "deleted" ? "page.restore" : "page.person")}
            </LinkButton>
            {status !== "deleted" && (
              <LinkButton to={`${person}/periods`} icon={CalendarClock}>
                {t("page.periods")}
              </LinkButton>
            )}
          </>
        }
      />
      <div className="space-y-8">
        {isProviderDown && (
          <Banner type="warning" title={t("page.down")}>
            {t("page.downText")}
          </Banner>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <AccountCard {...family} />
          <PlanCard {...family} />
        </div>
        <Payments {...family} />
        <Acts {...family} />
        <Orders {...family} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Cards {...family} />
          <Statements {...family} />
        </div>
        <Mails {...family} />
      </div>
    </>
  );
}

function AccountCard({ status, isConfirmed, createdAt, children, purgeOn, username, email }: ManagedFamily) {
  const { t } = useTranslation("families");
  const day = useDay();
  return (
    <Card title={t("account.title")}>
      <dl className="space-y-2">
        <NamedValue label={t("account.status")} value={t(`status.${status}`)} />
        {purgeOn && <NamedValue label={t("account.purge")} value={day(purgeOn)} />}
        <NamedValue label={t("account.address")} value={t(isConfirmed ? "account.confirmed" : "account.unconfirmed")} />
        {email !== null && email.toLowerCase() !== username.toLowerCase() && (
          <NamedValue label={t("account.username")} value={username} />
        )}
        <NamedValue label={t("account.created")} value={day(createdAt)} />
        <NamedValue label={t("account.children")} value={String(children)} />
      </dl>
    </Card>
  );
}

const planTones: Record<string, Tone> = { active: "success", trialing: "success", canceled: "neutral" };

function PlanCard({ uid, provider, period, isProviderDown }: ManagedFamily) {
  const { t } = useTranslation("families");
  const sum = useSum();
  const day = useDay();
  const calendarDay = useCalendarDay();
  const plan = provider?.plan ?? null;
  const refusal = provider?.extensionRefusal ?? null;
  return (
    <Card
      title={t("plan.title")}
      actions={
        plan &&
        refusal === null && (
          <LinkButton to={extensionPath(uid)} icon={CalendarClock}>
            {t("extension.open")}
          </LinkButton>
        )
      }
    >
      {plan ? (
        <>
          <p className="mb-3 flex flex-wrap items-center gap-2">
            <Pill tone={plan.isEnding ? "warning" : (planTones[plan.status] ?? "error")}>
              {t(plan.isEnding ? "plan.states.ending" : `plan.states.${plan.status}`, {
                defaultValue: plan.status,
              })}
            </Pill>
            <span>{t(`plan.in.${plan.interval ?? "other"}`, { sum: sum(plan.amount, plan.currency) })}</span>
          </p>
          <dl className="space-y-2">
            <NamedValue label={t("plan.started")} value={day(plan.startedAt)} />
            {plan.endedAt ? (
              <NamedValue label={t("plan.ended")} value={day(plan.endedAt)} />
            ) : (
              <NamedValue label={t("plan.paidUntil")} value={day(plan.paidUntil)} />
            )}
            {plan.nextPaymentAt && (
              <NamedValue
                label={t("plan.next")}
                value={
                  plan.nextPaymentAmount === null
                    ? day(plan.nextPaymentAt)
                    : t("plan.nextSum", {
                        date: day(plan.nextPaymentAt),
                        sum: sum(plan.nextPaymentAmount, plan.currency),
                      })
                }
              />
            )}
            {plan.overdueAmount !== null && (
              <NamedValue label={t("plan.overdue")} value={sum(plan.overdueAmount, plan.currency)} />
            )}
            {plan.couponName && <NamedValue label={t("plan.coupon")} value={plan.couponName} />}
          </dl>
        </>
      ) : (
        <p>{t(isProviderDown ? "plan.unknown" : "plan.none")}</p>
      )}
      {period && (
        <p className="mt-3 text-ink-soft">
          {t(`plan.period.${periodState(period)}`, {
            date: period.endsOn === null ? "" : calendarDay(period.endsOn),
          })}
        </p>
      )}
      {refusal !== null && refusal !== "none" && (
        <p className="mt-3 text-14 text-ink-soft">{t(`extension.refusals.${refusal}`)}</p>
      )}
    </Card>
  );
}

function periodState({ isRunning, isTrial, endsOn }: NonNullable<ManagedFamily["period"]>): string {
  if (isRunning && endsOn === null) return "endless";
  if (isTrial) return isRunning ? "trial" : "trialOver";
  return isRunning ? "running" : "over";
}

const paymentTones: Record<string, Tone> = { succeeded: "success", pending: "progress", failed: "error" };

function Payments({ uid, provider }: ManagedFamily) {
  const { t } = useTranslation("families");
  const day = useDay();
  if (!provider) return null;
  const columns: Column<FamilyPayment & { place: number }>[] = [
    {
      id: "date",
      header: t("payments.date"),
      cell: ({ paidAt, invoiceNumber }) => (
        <>
          {day(paidAt)}
          <span className="block font-normal text-14 text-ink-soft">{invoiceNumber}</span>
        </>
      ),
    },
    {
      id: "sum",
      header: t("payments.sum"),
      align: "end",
      cell: (payment) => <Sums {...payment} />,
    },
    {
      id: "state",
      header: t("payments.state"),
      from: "sm",
      cell: ({ status, amount, refunded }) => (
        <Pill tone={refunded > 0 ? "info" : (paymentTones[status] ?? "neutral")}>
          {t(
            refunded >= amount
              ? "payments.refundedAll"
              : refunded > 0
                ? "payments.refundedPart"
                : `payments.states.${status}`,
          )}
        </Pill>
      ),
    },
    {
      id: "card",
      header: t("payments.card"),
      from: "md",
      cell: ({ card }) => card && t("cards.name", { brand: brandOf(card.brand), last4: card.last4 }),
    },
    {
      id: "acts",
      header: <span className="sr-only">{t("payments.acts")}</span>,
      align: "end",
      cell: ({ id, left, receiptUrl, status, paidAt }) => (
        <span className="inline-flex items-center justify-end gap-x-3 gap-y-1 py-1 max-sm:flex-col max-sm:items-end">
          {receiptUrl && status === "succeeded" && (
            <a
              href={receiptUrl}
              className="inline-flex min-h-11 items-center gap-1 font-semibold text-primary underline underline-offset-2"
              aria-label={t("payments.receiptOf", { date: day(paidAt) })}
            >
              {t("payments.receipt")}
              <Icon of={ExternalLink} size={16} />
            </a>
          )}
          {left > 0 && (
            <LinkButton to={refundPath(uid, id)} size="small">
              <span className="whitespace-nowrap">{t("refund.open")}</span>
            </LinkButton>
          )}
        </span>
      ),
    },
  ];
  return (
    <TableSection
      title={t("payments.title")}
      columns={columns}
      rows={provider.payments.map((payment, place) => ({ ...payment, place }))}
      rowKey={({ id, place }) => `${id} ${place}`}
      empty={<p className="text-ink-soft">{t("payments.none")}</p>}
    />
  );
}

/** The sum of a payment, with each refund below it. */
function Sums({ amount, refunds, currency }: FamilyPayment) {
  const { t } = useTranslation("families");
  const sum = useSum();
  const day = useDay();
  const stateOf = (status: string) =>
    status === "succeeded" ? "" : ` (${t(`payments.refundStates.${status}`, { defaultValue: status })})`;
  return (
    <>
      {sum(amount, currency)}
      {refunds.map((refund) => (
        <span key={refund.id} className="block text-14 text-ink-soft">
          {t("payments.refundOf", { sum: sum(refund.amount, currency), date: day(refund.createdAt) })}
          {stateOf(refund.status)}
        </span>
      ))}
    </>
  );
}

const brands: Record<string, string> = { visa: "Visa", mastercard: "Mastercard", amex: "American Express" };

function brandOf(brand: string): string {
  return brands[brand] ?? brand;
}

const actTones: Record<string, Tone> = { decided: "progress", done: "success", failed: "error" };

/** What support has done: refunds and extensions, with their reasons. */
function Acts({ refunds, extensions }: ManagedFamily) {
  const { t } = useTranslation("families");
  const sum = useSum();
  const moment = useMoment({ isZoneNamed: false });
  const day = useDay();
  const acts = [
    ...refunds.map((each) => ({ ...each, what: t("acts.refund", { sum: sum(each.amount, each.currency) }) })),
    ...extensions.map((each) => ({
      ...each,
      what: t("acts.extension", { count: each.days, date: day(each.paidUntil) }),
    })),
  ].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  if (acts.length === 0) return null;
  return (
    <TableSection
      title={t("acts.title")}
      rows={acts}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "what",
          header: t("acts.what"),
          cell: ({ what, reason }) => (
            <>
              {what}
              <span className="block font-normal text-14 text-ink-soft wrap-anywhere">{reason}</span>
            </>
          ),
        },
        { id: "when", header: t("acts.when"), from: "sm", cell: ({ createdAt }) => moment(createdAt) },
        {
          id: "state",
          header: t("acts.state"),
          cell: ({ state }) => <Pill tone={actTones[state] ?? "neutral"}>{t(`acts.states.${state}`)}</Pill>,
        },
      ]}
    />
  );
}

function Orders({ orders }: ManagedFamily) {
  const { t } = useTranslation("families");
  const sum = useSum();
  const day = useDay();
  return (
    <TableSection
      title={t("orders.title")}
      rows={orders}
      rowKey={({ number }) => number}
      empty={<p className="text-ink-soft">{t("orders.none")}</p>}
      columns={[
        {
          id: "number",
          header: t("orders.number"),
          cell: ({ number, couponCode, createdAt }) => (
            <>
              <span className="wrap-anywhere tabular-nums">{number}</span>
              <span className="block font-normal text-14 text-ink-soft">
                {day(createdAt)}
                {couponCode && ` · ${t("orders.coupon", { code: couponCode })}`}
              </span>
            </>
          ),
        },
        { id: "state", header: t("orders.state"), cell: ({ status }) => t(`orders.states.${status}`) },
        {
          id: "consent",
          header: t("orders.consent"),
          from: "md",
          cell: ({ consent }) =>
            consent?.consentedAt
              ? t("orders.consented", { date: day(consent.consentedAt), version: consent.version })
              : t("orders.notConsented"),
        },
        {
          id: "sum",
          header: t("orders.sum"),
          align: "end",
          cell: ({ amount, currency }) => sum(amount, currency),
        },
      ]}
    />
  );
}

function Cards({ provider }: ManagedFamily) {
  const { t } = useTranslation("families");
  if (!provider) return null;
  return (
    <Card title={t("cards.title")}>
      {provider.cards.length === 0 && <p className="text-ink-soft">{t("cards.none")}</p>}
      <ul className="divide-y divide-line">
        {provider.cards.map(({ brand, last4, expMonth, expYear, isCharged }) => (
          <li key={`${brand} ${last4} ${expYear} ${expMonth}`} className="flex flex-wrap items-center gap-2 py-2">
            <span className="min-w-0 flex-1 basis-40">{t("cards.name", { brand: brandOf(brand), last4 })}</span>
            <span className="text-14 text-ink-soft tabular-nums">
              {t("cards.expires", { date: `${String(expMonth).padStart(2, "0")}/${expYear}` })}
            </span>
            {isCharged && <Pill tone="primary">{t("cards.charged")}</Pill>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Statements({ statements }: ManagedFamily) {
  const { t } = useTranslation("families");
  const sum = useSum();
  const moment = useMoment({ isZoneNamed: false });
  return (
    <Card title={t("contract.title")}>
      {statements.length === 0 && <p className="text-ink-soft">{t("contract.none")}</p>}
      <ul className="divide-y divide-line">
        {statements.map(({ id, kind, status, orderNumber, refund, currency, receivedAt }) => (
          <li key={id} className="py-2">
            <span className="font-semibold">{t(`contract.kinds.${kind}`)}</span> {t(`contract.states.${status}`)}
            <span className="block text-14 text-ink-soft wrap-anywhere">
              {moment(receivedAt)} · {orderNumber}
              {refund !== null && ` · ${t("contract.refund", { sum: sum(refund, currency) })}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const mailTones: Record<string, Tone> = { sent: "success", due: "progress", failed: "error", undeliverable: "error" };

function Mails({ mails }: ManagedFamily) {
  const { t } = useTranslation("families");
  const moment = useMoment({ isZoneNamed: false });
  return (
    <TableSection
      title={t("mails.title")}
      rows={mails.map((mail, place) => ({ ...mail, place }))}
      rowKey={({ place }) => String(place)}
      empty={<p className="text-ink-soft">{t("mails.none")}</p>}
      columns={[
        { id: "subject", header: t("mails.subject"), cell: ({ subject }) => subject },
        {
          id: "when",
          header: t("mails.when"),
          from: "sm",
          cell: ({ sentAt, createdAt }) => moment(sentAt ?? createdAt),
        },
        {
          id: "state",
          header: t("mails.state"),
          cell: ({ state }) => <Pill tone={mailTones[state] ?? "neutral"}>{t(`mails.states.${state}`)}</Pill>,
        },
      ]}
    />
  );
}
