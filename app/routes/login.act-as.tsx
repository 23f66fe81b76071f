import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { LoginPage } from "~/session/sign-in/login-page";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { loadActAs, submitActAs } from "~/session/step-up/step-up.server";
import type { Titled } from "~/shell/page-title";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { UserRoundCog } from "~/ui/icons";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = {
  i18n: ["session"],
  title: ({ t, data: { target } }: Titled<typeof loader>) =>
    target ? t("session:actAs.title", { name: target.name }) : t("session:actAs.titleUnavailable"),
};

export const loader = ({ request, context }: LoaderFunctionArgs) => loadActAs(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitActAs(backendOf(context), request);

/** Asks for a reason before the user impersonates somebody. */
export default function ActAs() {
  const { target, from } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const [form, fields] = useForm<FormValues>({ id: "act-as", lastResult: result?.lastResult ?? null });
  const { t } = useTranslation("session");
  const title = target ? t("actAs.title", { name: target.name }) : t("actAs.titleUnavailable");
  return (
    <LoginPage title={title}>
      <Form method="post" {...getFormProps(form)} className="flex flex-col gap-4">
        {target && <p className="text-ink-soft">{t("actAs.text", { username: target.username })}</p>}
        {(result?.failed || !target) && <Banner type="error">{t("login.problems.unreachable")}</Banner>}
        <TextField
          {...fieldProps(fields.reason, (reasons) => formatSignInReasons(t, reasons))}
          label={t("actAs.reason")}
          hint={t("actAs.hint")}
          maxLength={255}
        />
        <Button variant="primary" size="large" icon={UserRoundCog} wide>
          {target ? t("actAs.submit", { name: target.name }) : title}
        </Button>
        <LinkButton to={from} variant="quiet" wide>
          {t("actAs.cancel")}
        </LinkButton>
      </Form>
    </LoginPage>
  );
}
