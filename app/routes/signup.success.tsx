import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { PaymentLayout } from "~/payment/payment-layout";
import { problemText } from "~/payment/provider/problem-text";
import { BoughtCard } from "~/payment/signup/bought-card";
import { paymentIntents } from "~/payment/signup/signup-form";
import { loadSuccess, submitSuccess } from "~/payment/signup/success.server";
import type { Titled } from "~/shell/page-title";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { BookOpen, UserPlus } from "~/ui/icons";

/** Milliseconds between two polls. */
const pause = 2000;

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

/** A trial pays nothing. */
const title = ({ t, data }: Titled<typeof loader>) =>
  t(data.bought?.kind === "trial" ? "payment:success.trialTitle" : "payment:success.pageTitle");

export const handle = { i18n: ["payment"], title };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSuccess(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitSuccess(backendOf(context), request);

/** Result of the payment as reported by the provider. docs/product/shell.md#screens. */
export default function SignupSuccess() {
  const { state, isLoggedIn, bought, isElsewhere, isCanceled, decline } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payment");
  const { revalidate } = useRevalidator();
  const isWaiting = state === "processing" || state === "unavailable";
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(revalidate, pause);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
  return (
    <PaymentLayout title={t(`success.${state}.title`)} result={state}>
      <p className="text-18 text-ink-soft">{t(`success.${state}.text`)}</p>
      {isElsewhere && <Banner title={t("success.elsewhere.title")}>{t("success.elsewhere.text")}</Banner>}
      {isCanceled && <Banner>{t("errors.order_canceled")}</Banner>}
      {bought && <BoughtCard bought={bought} />}
      {state === "open" && (
        <Form method="post" className="flex flex-col gap-3">
          <Button variant="primary" size="large" icon={BookOpen} wide name="next" value="read">
            {t(isLoggedIn ? "success.read" : "success.logIn")}
          </Button>
          {/* A form too: the payment is settled first, so that the page for families opens. */}
          {isLoggedIn && (
            <Button size="large" icon={UserPlus} wide name="next" value="child">
              {t("success.addChild")}
            </Button>
          )}
        </Form>
      )}
      {isWaiting && (
        <Form method="get">
          <Button wide>{t("success.look")}</Button>
        </Form>
      )}
      {state === "failed" && (
        <>
          {!isCanceled && (
            <Banner type="error">{decline ? problemText(t, decline) : t("messages.paymentFailed")}</Banner>
          )}
          <Form method="post" action="/signup/payment" reloadDocument>
            <input type="hidden" name="intent" value={paymentIntents.retry} />
            <Button variant="primary" size="large" wide>
              {t("again")}
            </Button>
          </Form>
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
