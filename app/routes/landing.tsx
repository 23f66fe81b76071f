import { useTranslation } from "react-i18next";

export const handle = { i18n: ["landing"] };

export default function Landing() {
  const { t } = useTranslation("landing");
  return (
    <main id="main" className="mx-auto max-w-5xl p-8">
      <h1 className="text-48">{t("hero.title")}</h1>
    </main>
  );
}
