import { useTranslation } from "react-i18next";
import { LinkButton } from "~/ui/button";
import { IdCard, LogIn } from "~/ui/icons";

/** The public library's shelf before signing in: the two sign-in methods. */
export function PublicShelf() {
  const { t } = useTranslation("library");
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-5 py-12 text-center">
      <h1 className="text-36">{t("public.title")}</h1>
      <p className="text-18 text-ink-soft">{t("public.text")}</p>
      <div className="flex w-full max-w-sm flex-col gap-3">
        <LinkButton to="/login/ak-bibliotheken?redirect=/bookshelf" variant="primary" size="large" icon={IdCard} wide>
          {t("public.card")}
        </LinkButton>
        <LinkButton to="/login?redirect=/bookshelf" size="large" icon={LogIn} wide>
          {t("public.logIn")}
        </LinkButton>
      </div>
    </div>
  );
}
