import { useTranslation } from "react-i18next";
import { formatMoney, formatVatRate } from "~/realms/money";
import { alternativeDefaultRealm, bcp47, type Locale, type Realm, realmRow } from "~/realms/realm";
import type { Price, Product } from "~/services/contracts/payment";
import { useShellData } from "~/shell/shell-data";
import { ChoiceGroup } from "~/ui/choice";
import { classes } from "~/ui/classes";
import { offerOf } from "./offer";

/** Displays plans with their prices, formatted for the country. docs/product/shell.md#limits. */

export function useLocale(): Locale {
  return useShellData()?.locale ?? realmRow(alternativeDefaultRealm).locale;
}

/** Formats a day, or a moment's day in the country, in the user's language, as mails do; empty for null. */
export function useDate(): (moment: string | null) => string {
  const { i18n } = useTranslation();
  const realm = useShellData()?.realm ?? alternativeDefaultRealm;
  return (moment) => {
    if (moment === null) return "";
    const timeZone = moment.includes("T") ? realmRow(realm).timeZone : "UTC";
    return new Intl.DateTimeFormat(i18n.language, { dateStyle: "long", timeZone }).format(new Date(moment));
  };
}

/** 'SEK 99.00 a month' in the user's language. */
export function usePriceText(): (price: Pick<Price, "amount" | "currency" | "interval">) => string {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  return ({ interval, ...money }) => t(`price.${interval}`, { amount: formatMoney(money, locale) });
}

/** 'including 25% VAT (SEK 19.80)', or a note if the country has no VAT; null if the amount includes none. */
export function useVatText(): (of: { vat: number; currency: Price["currency"] }, realm: Realm) => string | null {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  return ({ vat, currency }, realm) => {
    const { vatRate } = realmRow(realm);
    if (vatRate === null || vat === 0) return vatRate === null ? t("vat.none") : null;
    return t("vat.included", {
      rate: formatVatRate(vatRate, locale),
      amount: formatMoney({ amount: vat, currency }, locale),
    });
  };
}

type PlanChoiceProps = {
  products: readonly Product[];
  prices: readonly Price[];
  name: string;
  id?: string;
  selected: string | null;
  errors?: readonly string[];
  /** Offers the trial before the plans, under this value. */
  trial?: { value: string; days: number };
};

/** A choice of plans, as cards with radio buttons. */
export function PlanChoice({ products, prices, name, id, selected, errors, trial }: PlanChoiceProps) {
  const { t } = useTranslation("payment");
  const priceText = usePriceText();
  const linesOf = usePlanLines(prices);
  return (
    <ChoiceGroup id={id} label={t("plan.label")} errors={errors ?? []}>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {trial && (
          <PlanOption
            {...{ name, value: trial.value, isSelected: selected === trial.value }}
            title={t("trial.option")}
            price={t("trial.optionPrice", { days: trial.days })}
            text={t("trial.optionText")}
            isWide
          />
        )}
        {prices.map((price) => (
          <PlanOption
            key={price.id}
            {...{ name, value: price.id, isSelected: price.id === (selected ?? prices[0]?.id) }}
            title={t(`plan.${price.interval}`)}
            price={priceText(price)}
            text={products.find(({ id: each }) => each === price.productId)?.description}
            lines={linesOf(price)}
          />
        ))}
      </div>
    </ChoiceGroup>
  );
}

/** VAT, and for a plan of a year what a month costs and what it saves beside the plan of a month. */
function usePlanLines(prices: readonly Price[]): (price: Price) => string[] {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const vatText = useVatText();
  const realm = useShellData()?.realm;
  const { year } = offerOf(prices);
  return (price) => {
    const money = (amount: number) => formatMoney({ amount, currency: price.currency }, locale);
    const percent = (part: number) => new Intl.NumberFormat(bcp47(locale), { style: "percent" }).format(part);
    const vat = realm ? vatText(price, realm) : null;
    const isYear = year?.id === price.id;
    const saving = isYear ? year.saving : null;
    return [
      ...(vat === null ? [] : [vat]),
      ...(isYear ? [t("plan.perMonth", { amount: money(year.perMonth) })] : []),
      ...(saving ? [t("plan.saving", { amount: money(saving.amount), percent: percent(saving.part) })] : []),
    ];
  };
}

type PlanOptionProps = {
  name: string;
  value: string;
  isSelected: boolean;
  title: string;
  price: string;
  text: string | null | undefined;
  /** What a plan costs in other words: VAT, a month of a year, the saving. */
  lines?: readonly string[];
  /** Across both columns. */
  isWide?: boolean;
};

function PlanOption({ name, value, isSelected, title, price, text, lines = [], isWide }: PlanOptionProps) {
  return (
    <label
      className={classes(
        "flex min-h-14 cursor-pointer items-start gap-3 rounded-card border border-line-strong bg-raised p-4 transition",
        "hover:border-primary has-[:checked]:border-2 has-[:checked]:border-primary has-[:checked]:bg-primary-tint",
        isWide && "sm:col-span-2",
      )}
    >
      <input type="radio" name={name} value={value} defaultChecked={isSelected} className="mt-1 size-5 shrink-0" />
      <span className="min-w-0">
        <span className="block font-bold">{title}</span>
        <span className="block text-18 tabular-nums">{price}</span>
        {lines.map((line) => (
          <span key={line} className="block text-14 tabular-nums">
            {line}
          </span>
        ))}
        <span className="block text-14 text-ink-soft">{text}</span>
      </span>
    </label>
  );
}
