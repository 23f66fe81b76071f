import { useSearchParams } from "@remix-run/react";
import { IdCard, KeyRound, QrCode } from "lucide-react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "~/ui/button";

const ways = [
  { name: "password", path: "/login", icon: KeyRound },
  { name: "qr", path: "/login/qr", icon: QrCode },
  { name: "card", path: "/login/ak-bibliotheken", icon: IdCard },
] as const;
export type WayName = (typeof ways)[number]["name"];

/** Links to the other ways in, under a form. Where one wanted to go is carried on. */
export function OtherWays({ current }: { current: WayName }) {
  const { t } = useTranslation("session");
  const [search] = useSearchParams();
  const carried = new URLSearchParams();
  for (const name of ["redirect", "authorize", "reauthenticate"]) {
    const value = search.get(name);
    if (value !== null) carried.set(name, value);
  }
  const query = carried.size > 0 ? `?${carried}` : "";
  return (
    <nav aria-label={t("ways.title")} className="flex flex-col gap-2">
      {ways
        .filter(({ name }) => name !== current)
        .map(({ name, path, icon }) => (
          <LinkButton key={name} to={`${path}${query}`} icon={icon} wide>
            {t(`ways.${name}`)}
          </LinkButton>
        ))}
    </nav>
  );
}
