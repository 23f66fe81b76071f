import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import {
  type ForgotPasswordPage,
  loadForgotPassword,
  submitForgotPassword,
} from "~/session/password-reset/forgot-password.server";
import { LoginPage } from "~/session/sign-in/login-page";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { readProblem } from "~/session/wait-in-words";
import { useShellData } from "~/shell/shell-data";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { ArrowLeft, Mail } from "~/ui/icons";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:forgot.title" };

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadForgotPassword(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitForgotPassword(backendOf(context), request);

/** Page for users who forgot their password. Decision 39. */
export default function ForgotPassword() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const { t } = useTranslation("session");
  return (
    <LoginPage title={t("forgot.title")}>
      <ForgotPasswordForm {...page} result={result ?? null} />
    </LoginPage>
  );
}

/** Asks for the username, then confirms that an email was sent and explains what to do without one. */
function ForgotPasswordForm({ username, isSent, outbox, result }: ForgotPasswordPage & { result: FormResult | null }) {
  const { t, i18n } = useTranslation("session");
  const [form, fields] = useForm<FormValues>({
    id: "forgot-password",
    lastResult: result?.lastResult ?? null,
    defaultValue: { username },
  });
  // conform keeps an earlier submission's errors when the next one redirects to this page.
  const isRefused = result !== null;
  return (
    <div className="flex flex-col gap-6">
      {isSent && !result && (
        <Banner
          type="success"
          title={t("forgot.sent")}
          actions={outbox !== null && <LinkButton to={outbox}>{t("escalate.outboxOpen")}</LinkButton>}
        >
          {t("forgot.sentText", { username })}
        </Banner>
      )}
      <Form method="post" {...getFormProps(form)} className="flex flex-col gap-4">
        {(isRefused ? form.errors : undefined)?.map((error) => {
          const { problem, wait } = readProblem(error, i18n.language);
          return (
            <Banner key={problem} type="error">
              {t(`forgot.problems.${problem}`, { wait })}
            </Banner>
          );
        })}
        {!isSent && <p className="text-ink-soft">{t("forgot.text")}</p>}
        <TextField
          {...fieldProps(fields.username, (reasons) => formatSignInReasons(t, isRefused ? reasons : undefined))}
          label={t("login.username")}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={255}
        />
        <Button variant={isSent ? "secondary" : "primary"} size="large" icon={Mail} wide>
          {t(isSent ? "forgot.sendAgain" : "forgot.send")}
        </Button>
      </Form>
      <WhomToAsk />
      <LinkButton to="/login" variant="quiet" icon={ArrowLeft} wide>
        {t("forgot.back")}
      </LinkButton>
    </div>
  );
}

function WhomToAsk() {
  const { t } = useTranslation("session");
  const supportUrl = useShellData()?.supportUrl;
  return (
    <section aria-labelledby="whom-to-ask" className="border-line border-t pt-6">
      <h2 id="whom-to-ask" className="text-18">
        {t("forgot.ask.title")}
      </h2>
      <ul className="mt-2 flex list-disc flex-col gap-1 ps-5">
        <li>{t("forgot.ask.pupil")}</li>
        <li>{t("forgot.ask.staff")}</li>
        {supportUrl && (
          <li>
            <a href={supportUrl} className="font-semibold text-primary underline underline-offset-2">
              {t("forgot.ask.family")}
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}
