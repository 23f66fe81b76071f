import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { consumerLawOf } from "~/realms/consumer-law";
import { formatMoney } from "~/realms/money";
import { bcp47, type Realm } from "~/realms/realm";
import { trialDays } from "~/services/contracts/payment";
import { LinkButton } from "~/ui/button";
import type { FamilyOffer } from "./offer";
import { useLocale, usePriceText, useVatText } from "./plan-choice";

/** The address at which sign-up begins with the trial. */
const trialPath = "/signup?plan=trial";

/**
 * What families can buy, before they have an account: the trial first, then the plans with what they cost and when they renew. Without
 * prices (the provider is unavailable) the trial alone. docs/product/shell.md#sign-up-payment.
 */
export function OfferSection({ offer, realm }: { offer: FamilyOffer; realm: Realm }) {
  const { t } = useTranslation("landing");
  const { withdrawalDays } = consumerLawOf(realm);
  return (
    <section className="mx-auto max-w-[86rem] px-4 py-12 md:px-8 md:py-16" aria-labelledby="offer-title">
      <h2 id="offer-title" className="text-28">
        {t("offer.title")}
      </h2>
      <p className="mt-2 max-w-[60ch] text-18 text-ink-soft">{t("offer.intro")}</p>
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        <PlanCard
          isFirst
          title={t("offer.trial.title", { days: trialDays })}
          link={
            <LinkButton to={trialPath} reloadDocument variant="primary" size="large" wide>
              {t("offer.trial.start")}
            </LinkButton>
          }
        >
          <p>{t("offer.trial.text")}</p>
        </PlanCard>
        {offer.year && <YearCard year={offer.year} realm={realm} />}
        {offer.month && <MonthCard month={offer.month} realm={realm} />}
      </ul>
      <p className="mt-6 max-w-[70ch] text-ink-soft">
        {t("offer.after", { days: withdrawalDays })}{" "}
        <Link to="/legal/terms" className="font-semibold text-primary underline underline-offset-2">
          {t("offer.terms")}
        </Link>
        {", "}
        <Link to="/legal/withdrawal" className="font-semibold text-primary underline underline-offset-2">
          {t("offer.withdrawal")}
        </Link>
      </p>
    </section>
  );
}

function YearCard({ year, realm }: { year: NonNullable<FamilyOffer["year"]>; realm: Realm }) {
  const { t } = useTranslation("landing");
  const { t: tPayment } = useTranslation("payment");
  const locale = useLocale();
  const priceText = usePriceText();
  const money = (amount: number) => formatMoney({ amount, currency: year.currency }, locale);
  const percent = (part: number) => new Intl.NumberFormat(bcp47(locale), { style: "percent" }).format(part);
  return (
    <PlanCard title={tPayment("plan.year")} link={<ChooseLink id={year.id} text={t("offer.choose.year")} />}>
      <p className="font-bold text-22 text-ink tabular-nums">{priceText({ ...year, interval: "year" })}</p>
      <VatLine plan={year} realm={realm} />
      <p className="mt-2 font-semibold text-ink tabular-nums">
        {tPayment("plan.perMonth", { amount: money(year.perMonth) })}
      </p>
      {year.saving && (
        <p className="text-success tabular-nums">
          {tPayment("plan.saving", { amount: money(year.saving.amount), percent: percent(year.saving.part) })}
        </p>
      )}
      <p className="mt-2">{t("offer.renews.year")}</p>
    </PlanCard>
  );
}

function MonthCard({ month, realm }: { month: NonNullable<FamilyOffer["month"]>; realm: Realm }) {
  const { t } = useTranslation("landing");
  const { t: tPayment } = useTranslation("payment");
  const priceText = usePriceText();
  return (
    <PlanCard title={tPayment("plan.month")} link={<ChooseLink id={month.id} text={t("offer.choose.month")} />}>
      <p className="font-bold text-22 text-ink tabular-nums">{priceText({ ...month, interval: "month" })}</p>
      <VatLine plan={month} realm={realm} />
      <p className="mt-2">{t("offer.renews.month")}</p>
    </PlanCard>
  );
}

function VatLine({ plan, realm }: { plan: NonNullable<FamilyOffer["month"]>; realm: Realm }) {
  const vatText = useVatText();
  return <p className="text-14 tabular-nums">{vatText(plan, realm)}</p>;
}

function ChooseLink({ id, text }: { id: string; text: string }) {
  return (
    <LinkButton to={`/signup?${new URLSearchParams({ plan: id })}`} reloadDocument size="large" wide>
      {text}
    </LinkButton>
  );
}

type PlanCardProps = { title: string; isFirst?: boolean; link: ReactNode; children: ReactNode };

function PlanCard({ title, isFirst, link, children }: PlanCardProps) {
  const frame = isFirst ? "border-2 border-primary bg-primary-tint" : "border border-line bg-raised";
  return (
    <li className={`flex flex-col gap-4 rounded-card p-6 shadow-low ${frame}`}>
      <h3 className="text-18">{title}</h3>
      <div className="flex-1 text-ink-soft">{children}</div>
      {link}
    </li>
  );
}
