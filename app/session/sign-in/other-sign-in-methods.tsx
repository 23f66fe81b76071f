import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "~/ui/button";
import { IdCard, KeyRound, LogIn, QrCode, Smile } from "~/ui/icons";
import { providerName } from "./provider-name";

const methods = [
  { name: "password", path: "/login", icon: KeyRound },
  { name: "qr", path: "/login/qr", icon: QrCode },
  { name: "pictures", path: "/login/pictures", icon: Smile },
  { name: "card", path: "/login/ak-bibliotheken", icon: IdCard },
] as const;
type SignInMethodName = (typeof methods)[number]["name"];

type OtherSignInMethodsProps = { current: SignInMethodName; providers?: readonly string[] };

/** Links to the other sign-in methods, below a form. They preserve the redirect target. */
export function OtherSignInMethods({ current, providers = [] }: OtherSignInMethodsProps) {
  const { t } = useTranslation("session");
  const [search] = useSearchParams();
  const carried = new URLSearchParams();
  for (const name of ["redirect", "authorize", "reauthenticate"]) {
    const value = search.get(name);
    if (value !== null) carried.set(name, value);
  }
  const query = carried.size > 0 ? `?${carried}` : "";
  return (
    <nav aria-label={t("signInMethods.title")} className="flex flex-col gap-2">
      {providers.map((name) => (
        <LinkButton key={name} to={`/login/with/${name}${query}`} reloadDocument icon={LogIn} wide>
          {t("signInMethods.provider", { name: providerName(t, name) })}
        </LinkButton>
      ))}
      {methods
        .filter(({ name }) => name !== current)
        .map(({ name, path, icon }) => (
          <LinkButton key={name} to={`${path}${query}`} icon={icon} wide>
            {t(`signInMethods.${name}`)}
          </LinkButton>
        ))}
    </nav>
  );
}
