import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { LegalBlock, LegalPart } from "~/realms/legal-text";
import { bcp47 } from "~/realms/realm";
import { Footer } from "~/shell/footer";
import { Shell } from "~/shell/shell";
import { useShellData } from "~/shell/shell-data";
import { Banner } from "~/ui/banner";
import { PageHeader } from "~/ui/page-header";
import type { LegalPageData } from "./legal-page.server";

/** A legal page: which version it is, the text or what it lacks, and the earlier versions. */
export function LegalArticle({ data }: { data: LegalPageData }) {
  const { t, i18n } = useTranslation("legal");
  const isSuperUser = useShellData()?.user?.isSuperUser ?? false;
  const { page, locale, version, title, blocks, missing, missingVariables, versions } = data;
  const date = (day: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
  const lang = bcp47(locale);
  const names = new Intl.DisplayNames([i18n.language], { type: "language" });
  const isOtherLanguage = lang.split("-")[0] !== i18n.language.split("-")[0];
  const isCurrent = version === versions[0];
  return (
    <Shell isPublic footer={<Footer />}>
      <article className="mx-auto max-w-[70ch]">
        <PageHeader
          title={<span lang={lang}>{title}</span>}
          intro={
            <>
              {t("version", { date: date(version) })}
              {isOtherLanguage && ` ${t("language", { language: names.of(lang) ?? lang })}`}
            </>
          }
        />
        <div className="mb-6 flex flex-col gap-4 empty:hidden">
          {isSuperUser && (
            <Banner type="warning" title={t("draft.title")}>
              {t("draft.text")}
              {missingVariables.length > 0 && (
                <p className="mt-1 font-semibold">{t("draft.missing", { names: missingVariables.join(", ") })}</p>
              )}
            </Banner>
          )}
          {!isCurrent && (
            <Banner type="info">
              {t("earlier")}{" "}
              <Link to={`/legal/${page}`} className="font-semibold text-primary underline underline-offset-2">
                {t("current")}
              </Link>
            </Banner>
          )}
          {missing.length > 0 && (
            <Banner type="warning" title={t("incomplete.title")}>
              {t("incomplete.text")}
              <ul className="mt-1 list-disc ps-5">
                {missing.map((fact) => (
                  <li key={fact}>{t(`facts.${fact}`)}</li>
                ))}
              </ul>
            </Banner>
          )}
        </div>
        {blocks && (
          <div lang={lang} className="text-18">
            {blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move
              <Block key={index} block={block} />
            ))}
          </div>
        )}
        {versions.length > 1 && (
          <section className="mt-12" aria-labelledby="versions-title">
            <h2 id="versions-title" className="mb-2 text-18">
              {t("versions")}
            </h2>
            <ul>
              {versions.map((each) => (
                <li key={each}>
                  <Link
                    to={`/legal/${page}/${each}`}
                    aria-current={each === version ? "page" : undefined}
                    className="inline-block py-1 text-primary underline underline-offset-2 aria-[current]:font-semibold"
                  >
                    {date(each)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </article>
    </Shell>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (block.kind === "heading") return <h2 className="mt-8 mb-2 text-22">{block.text}</h2>;
  if (block.kind === "list") {
    return (
      <ul className="mb-4 list-disc ps-6">
        {block.items.map((parts, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list never move
          <li key={index} className="mb-1">
            <Parts parts={parts} />
          </li>
        ))}
      </ul>
    );
  }
  if (block.kind === "note") return <LawyerNote parts={block.parts} />;
  return (
    <p className="mb-4">
      <Parts parts={block.parts} />
    </p>
  );
}

function LawyerNote({ parts }: { parts: LegalPart[] }) {
  const { t } = useTranslation("legal");
  return (
    <aside className="mb-4 border-warning border-s-4 bg-warning-tint p-3 text-16" aria-label={t("draft.note")}>
      <Parts parts={parts} />
    </aside>
  );
}

function Parts({ parts }: { parts: LegalPart[] }) {
  return parts.map(({ text, href }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never move
    if (href === null) return <span key={index}>{text}</span>;
    const classes = "font-semibold text-primary underline underline-offset-2";
    return href.startsWith("/") ? (
      <Link key={href} to={href} className={classes}>
        {text}
      </Link>
    ) : (
      <a key={href} href={href} className={classes}>
        {text}
      </a>
    );
  });
}
