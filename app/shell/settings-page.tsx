import { useTranslation } from "react-i18next";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import { HomeLayout } from "./home-layout";
import { ThemeSwitch } from "./theme-switch";

/** What holds for the services on this device. Language, password and sign-in are on the profile. Rulings, "Who and where". */
export function SettingsPage() {
  const { t } = useTranslation("shell");
  return (
    <HomeLayout>
      <div className="mx-auto max-w-2xl">
        <PageHeader title={t("home.settings")} />
        <Card>
          <ThemeSwitch returnTo="/settings" />
        </Card>
      </div>
    </HomeLayout>
  );
}
