import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { familyPath } from "~/control-panel/families/family-intents";
import { formatMoney } from "~/realms/money";
import { alternativeDefaultRealm, realmRow } from "~/realms/realm";
import { useDay } from "~/shell/moment";
import { useShellData } from "~/shell/shell-data";
import { Card } from "~/ui/card";
import type { OverviewData } from "./overview.server";

/** Refunds and disputes of families' payments that were made at the provider or at a bank, for super users. */
export function ReversalsCard({ reversals }: Pick<OverviewData, "reversals">) {
  const { t } = useTranslation("control-panel");
  const locale = useShellData()?.locale ?? realmRow(alternativeDefaultRealm).locale;
  const day = useDay();
  return (
    <div className="mt-6">
      <Card title={t("overview.reversals.title")}>
        <p className="mb-2 text-14 text-ink-soft">{t("overview.reversals.text")}</p>
        <ul className="flex flex-col divide-y divide-line">
          {reversals.map(({ id, kind, status, isOpen, family, amount, currency, madeAt }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
              <span className="min-w-0 flex-1 basis-60">
                {family ? (
                  <Link to={familyPath(family.uid)} className="block wrap-anywhere font-semibold text-primary">
                    {family.name}
                  </Link>
                ) : (
                  <span className="block wrap-anywhere font-semibold">{t("overview.reversals.erased")}</span>
                )}
                {family && <span className="wrap-anywhere text-14 text-ink-soft">{family.email}</span>}
              </span>
              <span className="text-14 text-ink-soft">
                <time dateTime={madeAt}>{day(madeAt)}</time>
              </span>
              <span className="tabular-nums">{formatMoney({ amount, currency }, locale)}</span>
              <span className={isOpen ? "font-semibold text-error" : "text-14 text-ink-soft"}>
                {t(`overview.reversals.states.${stateOf(kind, status, isOpen)}`)}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

type Reversal = OverviewData["reversals"][number];

function stateOf(kind: Reversal["kind"], status: string, isOpen: boolean) {
  if (isOpen) return "open";
  if (kind === "refund") return status === "failed" || status === "canceled" ? "refundFailed" : "refunded";
  return status === "lost" ? "lost" : "won";
}
