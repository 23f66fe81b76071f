import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { PaymentLayout } from "~/payment/payment-layout";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { BookOpen, UserPlus } from "~/ui/icons";
import type { SuccessData } from "./success.server";

/** Milliseconds between two polls. */
const pause = 2000;

/** Result of the payment as reported by the provider. docs/product/shell.md#screens. */
export function SuccessPage({ state, isLoggedIn }: SuccessData) {
  const { t } = useTranslation("payment");
  const { revalidate } = useRevalidator();
  const isWaiting = state === "processing" || state === "unavailable";
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(revalidate, pause);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
  return (
    <PaymentLayout title={t(`success.${state}.title`)}>
      <p className="text-18 text-ink-soft">{t(`success.${state}.text`)}</p>
      {state === "open" && (
        <Form method="post">
          <Button variant="primary" size="large" icon={BookOpen} wide>
            {t(isLoggedIn ? "success.read" : "success.logIn")}
          </Button>
        </Form>
      )}
      {state === "open" && isLoggedIn && (
        <LinkButton to="/profile/children/new" size="large" icon={UserPlus} wide>
          {t("success.addChild")}
        </LinkButton>
      )}
      {isWaiting && (
        <Form method="get">
          <Button wide>{t("success.look")}</Button>
        </Form>
      )}
      {state === "failed" && (
        <>
          <Banner type="error">{t("messages.paymentFailed")}</Banner>
          <LinkButton to="/signup/payment" variant="primary" size="large" wide>
            {t("again")}
          </LinkButton>
        </>
      )}
      {state === "none" && (
        <>
          <LinkButton to="/signup" variant="primary" size="large" wide>
            {t("signup.title")}
          </LinkButton>
          {!isLoggedIn && (
            <LinkButton to="/login?redirect=%2Fbookshelf" size="large" wide>
              {t("signup.logIn")}
            </LinkButton>
          )}
        </>
      )}
    </PaymentLayout>
  );
}
