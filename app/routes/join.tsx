import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { joinClass, loadJoinClass } from "~/classes/join-class.server";
import { joinReasons } from "~/classes/join-reasons";
import { backendOf } from "~/clients/backend-of.server";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { HomeLayout } from "~/shell/home-layout";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { UsersRound } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["account"], title: "account:join.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadJoinClass(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => joinClass(backendOf(context), request);

/** Form for a class's code. */
export default function JoinClass() {
  const { t } = useTranslation("account");
  const result = useActionData<FormResult>();
  const [form, fields] = useForm<FormValues>({ id: "join", lastResult: result?.lastResult ?? null });
  // A service error has one of two reasons; otherwise the code is missing.
  const toMessage = (reason: string) => t(Object.hasOwn(joinReasons, reason) ? `join.${reason}` : "join.missing");
  return (
    <HomeLayout>
      <PageHeader title={t("join.title")} intro={t("join.intro")} />
      <Form method="post" {...getFormProps(form)} className="max-w-md space-y-5">
        <FormErrors
          formId="join"
          lastResult={result?.lastResult}
          fields={["classCode"]}
          labelOf={() => t("join.code")}
          formatReason={toMessage}
        />
        {result?.failed && <Banner type="error">{t("join.failed")}</Banner>}
        <TextField
          {...fieldProps(fields.classCode, (reasons) => (reasons ?? []).map(toMessage))}
          label={t("join.code")}
          hint={t("join.hint")}
          maxLength={40}
          autoCapitalize="characters"
          autoCorrect="off"
          autoComplete="off"
          spellCheck={false}
          inputClassName="font-bold text-22 uppercase tracking-widest"
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" size="large" icon={UsersRound}>
            {t("join.button")}
          </Button>
          <LinkButton to="/bookshelf" variant="quiet" size="large">
            {t("join.cancel")}
          </LinkButton>
        </div>
      </Form>
    </HomeLayout>
  );
}
