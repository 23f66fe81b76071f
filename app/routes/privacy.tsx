import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { variableOf } from "~/legal/legal-page.server";
import { privacyVersion } from "~/legal/privacy-version";
import { missingFacts, sellerOf } from "~/realms/operator";
import { type Realm, regionOf } from "~/realms/realm";
import { retentionOf } from "~/realms/retention";
import { optionalUser } from "~/session/guard.server";
import { brandName } from "~/shell/brand";
import { Footer } from "~/shell/footer";
import { Shell } from "~/shell/shell";
import { useShellData } from "~/shell/shell-data";
import { Banner } from "~/ui/banner";
import { PageHeader } from "~/ui/page-header";

export const handle = { i18n: ["privacy", "legal"], title: "privacy:title", isPlainForVisitors: true };

/** Public page. The data controller and the seller of a country are configured by the environment. docs/operating.md. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  const { realm } = person;
  const { dataControllers, operators } = person.backend.environment;
  const controller = dataControllers[realm] ?? null;
  const seller = sellerOf(realm, operators[realm]);
  const isSuperUser = person.kind === "user" && person.user.isSuperUser;
  const lacking = [...(controller === null ? (["controller"] as const) : []), ...missingFacts(realm, operators[realm])];
  const { invoiceYears } = retentionOf(realm);
  return {
    controller,
    seller,
    invoiceYears,
    missing: isSuperUser ? lacking.map((fact) => variableOf(fact, realm)) : [],
  };
}

/** Privacy page: who is responsible, what is stored about people, why, where and for how long. */
export default function Privacy() {
  const { controller, seller, invoiceYears, missing } = useLoaderData<typeof loader>();
  const { t, i18n } = useTranslation("privacy");
  const shell = useShellData();
  const name = brandName(shell?.brand ?? "fabel");
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: "long", timeZone: "UTC" });
  const version = date.format(new Date(privacyVersion));
  const sections: [title: string, text: string][] = [
    [t("who.title"), controller ? t("who.text", { controller }) : t("who.unnamed")],
    [t("what.title"), t("what.text")],
    [t("why.title"), t("why.text")],
    [t("basis.title"), t("basis.text")],
    [t("howLong.title"), t("howLong.text", { months: 13, days: 30, years: invoiceYears })],
    [t("where.title"), t(`where.${placeOf(shell?.realm ?? "se")}`)],
    [t("recipients.title"), t("recipients.text")],
    [t("cookies.title"), t("cookies.text")],
    [t("rights.title"), t("rights.text")],
  ];
  return (
    <Shell isPublic footer={<Footer />}>
      <article className="mx-auto max-w-[70ch]">
        <PageHeader
          title={t("title")}
          intro={
            <>
              {t("intro", { name })} {t("legal:version", { date: version })}
            </>
          }
        />
        {shell?.user?.isSuperUser && (
          <div className="mb-6">
            <Banner type="warning" title={t("legal:draft.title")}>
              {t("legal:draft.text")}
              {missing.length > 0 && (
                <p className="mt-1 font-semibold">{t("legal:draft.missing", { names: missing.join(", ") })}</p>
              )}
            </Banner>
          </div>
        )}
        {sections.map(([title, text]) => (
          <section key={title} className="mb-8">
            <h2 className="mb-2 text-22">{title}</h2>
            <p className="text-18">{text}</p>
            {title === t("who.title") && seller && <p className="mt-2 text-18">{t("who.seller", { ...seller })}</p>}
            {title === t("cookies.title") && (
              <p className="mt-2 text-18">
                <Link to="/legal/cookies" className="font-semibold text-primary underline underline-offset-2">
                  {t("cookies.all")}
                </Link>
              </p>
            )}
          </section>
        ))}
      </article>
    </Shell>
  );
}

/** Data location of a realm for the privacy text: separate for countries of region eu that are outside the EU. */
function placeOf(realm: Realm): "eu" | "uk" | "no" | "us" {
  if (realm === "uk" || realm === "no") return realm;
  return regionOf(realm);
}
