import { useTranslation } from "react-i18next";
import { regionOf } from "~/realms/realm";
import { PageHeader } from "~/ui/page-header";
import { brandName } from "./brand";
import { Footer } from "./footer";
import { Shell } from "./shell";
import { useShellData } from "./shell-data";

const sections = ["what", "why", "howLong", "where", "cookies", "rights"] as const;

/** The privacy page: what is stored about people, why and for how long. */
export function Privacy() {
  const { t } = useTranslation("privacy");
  const shell = useShellData();
  const name = brandName(shell?.brand ?? "fabel");
  const place = t(regionOf(shell?.realm ?? "se") === "us" ? "place.us" : "place.eu");
  return (
    <Shell isPublic footer={<Footer />}>
      <article className="mx-auto max-w-[70ch]">
        <PageHeader title={t("title")} intro={t("intro", { name })} />
        {sections.map((section) => (
          <section key={section} className="mb-8">
            <h2 className="mb-2 text-22">{t(`${section}.title`)}</h2>
            <p className="text-18">{t(`${section}.text`, { name, place, months: 13, days: 30 })}</p>
          </section>
        ))}
      </article>
    </Shell>
  );
}
