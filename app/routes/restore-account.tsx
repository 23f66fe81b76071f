import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { type FormValues, fieldProps } from "~/forms/form-result";
import {
  loadRestoreAccount,
  type RestoreAccountData,
  type RestoreAccountResult,
  submitRestoreAccount,
} from "~/profile/restore-account.server";
import { LoginPage } from "~/session/sign-in/login-page";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { UserRound } from "~/ui/icons";
import { noteDocumentForm } from "~/ui/use-heading-focus";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["deletion", "session"], title: "deletion:restore.title" };

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadRestoreAccount(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitRestoreAccount(backendOf(context), request);

/** Target page of the link by which a family restores its deleted account. */
export default function RestoreAccount() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData() as RestoreAccountResult | undefined;
  const { t } = useTranslation("deletion");
  return (
    <LoginPage title={t("restore.title")} isNextStep>
      {page.account === null ? (
        <Banner type="warning" title={t("restore.invalid")}>
          {t("restore.invalidText")}
        </Banner>
      ) : (
        <RestoreForm account={page.account} result={result} />
      )}
    </LoginPage>
  );
}

type FormProps = { account: NonNullable<RestoreAccountData["account"]>; result: RestoreAccountResult | undefined };

/** A plain document form: the token's cookie is limited to this path, which the framework's data requests do not have. */
function RestoreForm({ account: { username, isTaken }, result }: FormProps) {
  const { t } = useTranslation("deletion");
  const { t: tSession } = useTranslation("session");
  const [form, fields] = useForm<FormValues>({ id: "restore-account", lastResult: result?.lastResult ?? null });
  return (
    <form method="post" {...getFormProps(form)} onSubmit={noteDocumentForm} noValidate className="flex flex-col gap-4">
      <p className="[overflow-wrap:anywhere]">{t("restore.text", { username })}</p>
      {isTaken && (
        <>
          <p>{t("restore.taken")}</p>
          <TextField
            {...fieldProps(fields.email, (reasons) => formatSignInReasons(tSession, reasons))}
            type="email"
            label={t("restore.email")}
            autoComplete="email"
          />
        </>
      )}
      <Button variant="primary" size="large" icon={UserRound} wide>
        {t("restore.button")}
      </Button>
    </form>
  );
}
