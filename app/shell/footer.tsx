import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { consumerLawOf } from "~/realms/consumer-law";
import { bcp47, type Locale, locales } from "~/realms/realm";
import { buttonClasses } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import { Languages } from "~/ui/icons";
import { brandName } from "./brand";
import { useShellData } from "./shell-data";
import { versionLabel } from "./version";

const names: Record<Locale, string> = {
  de: "Deutsch",
  fi: "Suomi",
  fr: "Français",
  nb: "Norsk",
  nl: "Nederlands",
  sv: "Svenska",
  "en-UK": "English (UK)",
  "en-US": "English (US)",
};

/** Footer of public pages: legal pages, privacy, help, language. */
export function Footer() {
  const { t } = useTranslation("shell");
  const shell = useShellData();
  const { pathname, search } = useLocation();
  if (!shell) return null;
  const cancellation = consumerLawOf(shell.realm).cancellationWithoutLogin;
  return (
    <footer className="border-line border-t bg-sunken">
      <div className="mx-auto flex max-w-[86rem] flex-col gap-6 px-4 py-8 md:px-8">
        <form
          method="post"
          action="/preferences"
          aria-labelledby="footer-language"
          className="flex flex-wrap items-center gap-2"
        >
          <input type="hidden" name="returnTo" value={pathname + search} />
          <span id="footer-language" className="me-2 inline-flex items-center gap-2 font-semibold">
            <Icon of={Languages} />
            {t("language")}
          </span>
          {locales.map((locale) => (
            <button
              key={locale}
              type="submit"
              name="locale"
              value={locale}
              lang={bcp47(locale)}
              aria-pressed={locale === shell.locale}
              className={classes(
                buttonClasses({ variant: "quiet", size: "small" }),
                locale === shell.locale && "bg-raised text-ink underline underline-offset-4",
              )}
            >
              {names[locale]}
            </button>
          ))}
        </form>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-14 text-ink-soft">
          {shell.isSignupOpen && <FooterLink to="/legal/terms">{t("legal.terms")}</FooterLink>}
          {shell.isSignupOpen && <FooterLink to="/legal/withdrawal">{t("legal.withdrawal")}</FooterLink>}
          {shell.isSignupOpen && <FooterLink to="/withdraw">{t("withdraw")}</FooterLink>}
          {shell.isSignupOpen && cancellation && <FooterLink to="/cancel-contract">{cancellation.link}</FooterLink>}
          <FooterLink to="/privacy">{t("privacy")}</FooterLink>
          <FooterLink to="/legal/cookies">{t("legal.cookies")}</FooterLink>
          <FooterLink to="/legal/accessibility">{t("legal.accessibility")}</FooterLink>
          {shell.supportUrl && (
            <a href={shell.supportUrl} className="py-2 font-semibold text-primary hover:underline">
              {t("menu.support")}
            </a>
          )}
          <span className="ms-auto">
            {brandName(shell.brand)} {versionLabel}
          </span>
        </div>
      </div>
    </footer>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="py-2 font-semibold text-primary hover:underline">
      {children}
    </Link>
  );
}
