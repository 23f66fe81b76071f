import { useTranslation } from "react-i18next";
import { Shell } from "~/shell/shell";
import { Banner } from "~/ui/banner";
import { Card } from "~/ui/card";
import { DemoAccounts } from "./demo-accounts";
import type { LoginPageData } from "./login.server";
import { LoginForm } from "./login-form";

type LoginPageProps = LoginPageData & Pick<Parameters<typeof LoginForm>[0], "lastResult" | "mustChangePassword">;

/** The login screen: the form first, the demonstration's people under it. */
export function LoginPage({ redirectTo, authorize, demo, problem, lastResult, mustChangePassword }: LoginPageProps) {
  const { t } = useTranslation("session");
  return (
    <Shell>
      <div className="mx-auto flex w-full max-w-md flex-col gap-8 py-4">
        <Card className="flex flex-col gap-6 p-6">
          <h1 className="text-28">{t("login.title")}</h1>
          {problem && lastResult === null && <Banner type="warning">{t(`login.${problem}`)}</Banner>}
          {mustChangePassword && <Banner type="info">{t("login.mustChange")}</Banner>}
          <LoginForm {...{ lastResult, redirectTo, authorize, mustChangePassword }} />
        </Card>
        {demo && <DemoAccounts {...demo} redirectTo={redirectTo} />}
      </div>
    </Shell>
  );
}
