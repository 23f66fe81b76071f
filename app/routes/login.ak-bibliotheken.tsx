import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { loadCardLogin } from "~/session/badges/library-card.server";
import { LoginPage } from "~/session/sign-in/login-page";
import { OtherSignInMethods } from "~/session/sign-in/other-sign-in-methods";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { SeveralErrors } from "~/session/sign-in/several-errors";
import { SignInMethodForm } from "~/session/sign-in/sign-in-method-form";
import { cardMethod } from "~/session/sign-in/sign-in-methods";
import { type SignInMethodPage, submitSignInMethod } from "~/session/sign-in/sign-in-methods.server";
import { PasswordField, TextField } from "~/ui/field";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:card.title" };

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadCardLogin(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) =>
  submitSignInMethod(backendOf(context), request, cardMethod);

/** Sign-in with a library card. docs/product/shell.md#screens. */
export default function CardLogin() {
  const { demoCard, ...page } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const { t } = useTranslation("session");
  return (
    <LoginPage
      title={t("card.title")}
      notice={demoCard && { type: "info", message: t("card.demo", demoCard) }}
      otherWays={<OtherSignInMethods current="card" />}
    >
      <CardForm {...page} result={result ?? null} />
    </LoginPage>
  );
}

/** Number and PIN of a library card. */
function CardForm({ redirectTo, authorize, result }: SignInMethodPage & { result: FormResult | null }) {
  const { t } = useTranslation("session");
  const [form, fields] = useForm<FormValues>({ id: "card", lastResult: result?.lastResult ?? null });
  const field = (name: string) => fieldProps(fields[name], (reasons) => formatSignInReasons(t, reasons));
  return (
    <SignInMethodForm form={form} redirectTo={redirectTo} authorize={authorize}>
      <SeveralErrors
        formId="card"
        lastResult={result?.lastResult ?? null}
        labels={{ card: t("card.number"), pin: t("card.pin") }}
      />
      <TextField
        {...field("card")}
        label={t("card.number")}
        autoComplete="username"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={60}
      />
      <PasswordField
        {...field("pin")}
        label={t("card.pin")}
        hint={t("card.pinHint")}
        inputMode="numeric"
        autoComplete="current-password"
        maxLength={20}
      />
    </SignInMethodForm>
  );
}
