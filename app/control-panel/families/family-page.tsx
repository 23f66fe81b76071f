import { useTranslation } from "react-i18next";
import type { ManagedFamily } from "~/services/contracts/managed-families";
import { useCalendarDay, useDay, useMoment } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { CalendarClock, History, UserRound } from "~/ui/icons";
import { NamedValue } from "~/ui/named-value";
import { PageHeader } from "~/ui/page-header";
import { Pill, type Tone } from "~/ui/pill";
import { TableSection } from "~/ui/table-section";
import { extensionPath, familiesPath } from "./family-intents";
import { brandOf, FamilyOrders, FamilyPayments, useSum } from "./family-payments";

/** Everything that support needs to know about a family's payments. */

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
            <LinkButton to={`${person}/log`} icon={History}>
              {t("page.log")}
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
        <FamilyPayments {...family} />
        <Acts {...family} />
        <FamilyOrders {...family} />
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
            {plan.endsOn && <NamedValue label={t("plan.ends")} value={calendarDay(plan.endsOn)} />}
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
      isStacked
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
        { id: "by", header: t("acts.by"), cell: ({ by }) => by ?? t("acts.gone") },
        { id: "when", header: t("acts.when"), cell: ({ createdAt }) => moment(createdAt) },
        {
          id: "state",
          header: t("acts.state"),
          cell: ({ state }) => <Pill tone={actTones[state] ?? "neutral"}>{t(`acts.states.${state}`)}</Pill>,
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
  const calendarDay = useCalendarDay();
  const sum = useSum();
  const moment = useMoment({ isZoneNamed: false });
  return (
    <Card title={t("contract.title")}>
      {statements.length === 0 && <p className="text-ink-soft">{t("contract.none")}</p>}
      <ul className="divide-y divide-line">
        {statements.map(({ id, kind, status, orderNumber, refund, currency, receivedAt, type, reason, endsOn }) => (
          <li key={id} className="py-2">
            <span className="font-semibold">
              {t(type === "extraordinary" ? "contract.kinds.extraordinary" : `contract.kinds.${kind}`)}
            </span>{" "}
            {t(`contract.states.${status}`)}
            {reason !== null && (
              <span className="block whitespace-pre-line wrap-anywhere">{t("contract.reason", { reason })}</span>
            )}
            {endsOn !== null && <span className="block">{t("contract.wishedOn", { date: calendarDay(endsOn) })}</span>}
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
      isStacked
      rows={mails.map((mail, place) => ({ ...mail, place }))}
      rowKey={({ place }) => String(place)}
      empty={<p className="text-ink-soft">{t("mails.none")}</p>}
      columns={[
        { id: "subject", header: t("mails.subject"), cell: ({ subject }) => subject },
        {
          id: "when",
          header: t("mails.when"),
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
