import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { joinByCode, requireFollower } from "~/reader/together/join-by-code.server";
import { joinProblems } from "~/reader/together/join-problems";
import { HomeLayout } from "~/shell/home-layout";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { BookOpen } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["reader"], title: "reader:together.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireFollower(backendOf(context), request);
  return null;
}

export const action = ({ request, context }: ActionFunctionArgs) => joinByCode(backendOf(context), request);

/** Form for the code of a teacher who reads a book together with a class. docs/product/reader.md#reading-together. */
export default function JoinReading() {
  const { t } = useTranslation("reader");
  const result = useActionData<FormResult>();
  const [form, fields] = useForm<FormValues>({ id: "together", lastResult: result?.lastResult ?? null });
  // A service error has one of two reasons; otherwise the code is incomplete.
  const toMessage = (reason: string) =>
    t(`together.problem.${joinProblems.find((problem) => problem === reason) ?? "missing"}`);
  return (
    <HomeLayout>
      <PageHeader title={t("together.title")} intro={t("together.intro_pupil")} />
      <Form method="post" {...getFormProps(form)} className="max-w-md space-y-5">
        <FormErrors
          formId="together"
          lastResult={result?.lastResult}
          fields={["ledCode"]}
          labelOf={() => t("together.code")}
          formatReason={toMessage}
        />
        {result?.failed && <Banner type="error">{t("together.problem.failed")}</Banner>}
        <TextField
          {...fieldProps(fields.ledCode, (reasons) => (reasons ?? []).map(toMessage))}
          label={t("together.code")}
          hint={t("together.code_hint")}
          maxLength={12}
          inputMode="numeric"
          autoComplete="off"
          inputClassName="font-bold text-28 tracking-widest tabular-nums"
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" size="large" icon={BookOpen}>
            {t("together.join")}
          </Button>
          <LinkButton to="/bookshelf" variant="quiet" size="large">
            {t("back")}
          </LinkButton>
        </div>
      </Form>
    </HomeLayout>
  );
}
