import { useTranslation } from "react-i18next";
import { brandName } from "~/shell/brand";
import { Footer } from "~/shell/footer";
import sceneUrl from "~/shell/landing/hero-scene.svg?url";
import { Shell } from "~/shell/shell";
import { useShellData } from "~/shell/shell-data";
import { Banner } from "~/ui/banner";
import { DemoAccounts } from "./demo-accounts";
import type { LoginPageData } from "./login.server";
import { LoginForm } from "./login-form";

type LoginPageProps = LoginPageData & Pick<Parameters<typeof LoginForm>[0], "lastResult" | "mustChangePassword">;

/** The login screen: the form on a sheet, the demonstration's people under it, the picture beside them where there is room. */
export function LoginPage({ redirectTo, authorize, demo, problem, lastResult, mustChangePassword }: LoginPageProps) {
  const { t } = useTranslation("session");
  const name = brandName(useShellData()?.brand ?? "fabel");
  return (
    <Shell isWide footer={<Footer />}>
      <div className="mx-auto grid max-w-[86rem] items-start gap-8 px-4 py-6 md:grid-cols-[minmax(0,28rem)_1fr] md:gap-12 md:px-8 md:py-10">
        <div className="mx-auto flex w-full max-w-md flex-col gap-6 md:max-w-none">
          <div className="flex flex-col gap-6 rounded-card border border-line bg-raised p-6 shadow-low sm:p-8">
            <h1 className="text-28">{t("login.title", { name })}</h1>
            {problem && lastResult === null && <Banner type="warning">{t(`login.${problem}`)}</Banner>}
            {mustChangePassword && <Banner type="info">{t("login.mustChange")}</Banner>}
            <LoginForm {...{ lastResult, redirectTo, authorize, mustChangePassword }} />
          </div>
          {demo && <DemoAccounts {...demo} redirectTo={redirectTo} />}
        </div>
        <img
          src={sceneUrl}
          alt=""
          width={960}
          height={760}
          className="sticky top-24 hidden h-auto w-full rounded-card shadow-high md:block"
        />
      </div>
    </Shell>
  );
}
