import { useTranslation } from "react-i18next";
import type { Seller } from "~/realms/operator";
import { useShellData } from "~/shell/shell-data";

/** Who sells to families, and how to ask before buying. docs/decisions/0083-consumer-law.md. */
export function SellerSection({ seller }: { seller: Seller }) {
  const { t } = useTranslation("landing");
  const supportUrl = useShellData()?.supportUrl ?? null;
  const link = "font-semibold text-primary underline underline-offset-2";
  return (
    <section className="mx-auto max-w-[86rem] px-4 pb-12 md:px-8" aria-labelledby="seller-title">
      <div className="grid gap-6 rounded-card border border-line bg-raised p-6 sm:grid-cols-2">
        <div>
          <h2 id="seller-title" className="text-18">
            {t("seller.title")}
          </h2>
          <p className="mt-2 font-semibold">{seller.name}</p>
          <address className="text-ink-soft not-italic">{seller.address}</address>
          <dl className="mt-2 text-14 text-ink-soft">
            {seller.register && <Fact name={t("seller.register")} value={seller.register} />}
            {seller.vatNumber && <Fact name={t("seller.vatNumber")} value={seller.vatNumber} />}
          </dl>
        </div>
        <div>
          <h2 className="text-18">{t("seller.questions")}</h2>
          <p className="mt-2">
            {t("seller.email")}{" "}
            <a href={`mailto:${seller.email}`} className={link}>
              {seller.email}
            </a>
          </p>
          <p>
            {t("seller.phone")}{" "}
            <a href={`tel:${seller.phone.replace(/[^\d+]/g, "")}`} className={link}>
              {seller.phone}
            </a>
          </p>
          {supportUrl && (
            <p>
              <a href={supportUrl} className={link}>
                {t("seller.help")}
              </a>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
