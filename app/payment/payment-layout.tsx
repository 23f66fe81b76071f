import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Footer } from "~/shell/footer";
import { Shell } from "~/shell/shell";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { useHeadingFocus } from "~/ui/use-heading-focus";
import { useTakenFocus } from "~/ui/use-taken-focus";
import type { PlansProblem } from "./plans.server";
import { problemText } from "./provider/problem-text";

type PaymentLayoutProps = {
  title: string;
  step?: 1 | 2 | undefined;
  /** Whether the page goes on with what was begun on another, so that its heading takes the focus. */
  isNextStep?: boolean;
  /** What the page reports in its heading, which takes the focus with each new result, also on a loaded document. */
  result?: string;
  children: ReactNode;
};

/** Layout of the sign-up pages: one narrow column, with the number of the step; a free trial that is chosen on the page has one step only. */
export function PaymentLayout({ title, step, isNextStep = false, result, children }: PaymentLayoutProps) {
  const { t } = useTranslation("payment");
  const heading = useHeadingFocus({ isNextStep });
  useTakenFocus(heading, result !== undefined, result);
  return (
    <Shell footer={<Footer />}>
      <div className="group/layout mx-auto max-w-xl">
        {step && (
          <p className="text-14 text-ink-soft group-has-[[value=trial]:checked]/layout:hidden">
            {t("step", { step, of: 2 })}
          </p>
        )}
        <h1 ref={heading} tabIndex={-1} className="mb-6 text-28 outline-none sm:text-36">
          {title}
        </h1>
        <div className="flex flex-col gap-6">{children}</div>
      </div>
    </Shell>
  );
}

type PlansProblemProps = {
  problem: PlansProblem;
  /** Error code of the failed call in docs/product/shell.md#errors, if the page loads more than plans. */
  code?: string | null;
};

/** Explains why no plan can be bought, and offers a retry if possible. */
export function PlansProblemBanner({ problem, code = null }: PlansProblemProps) {
  const { t } = useTranslation("payment");
  if (problem === "keyRequired")
    return (
      <Banner type="warning" title={t("keyRequired.title")}>
        {t("keyRequired.text")}
      </Banner>
    );
  return (
    <Banner
      type="error"
      title={t("unavailable.title")}
      actions={
        <Form method="get">
          <Button>{t("again")}</Button>
        </Form>
      }
    >
      {code === null ? t("unavailable.text") : problemText(t, { code, message: "" })}
    </Banner>
  );
}

/** Notice that the provider is a stand-in. */
export function TestPaymentsNotice() {
  const { t } = useTranslation("payment");
  return <Banner type="info">{t("testPayments")}</Banner>;
}
