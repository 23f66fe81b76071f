import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { loadParentPin, submitParentPin } from "~/family/parent-pin.server";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { HomeLayout } from "~/shell/home-layout";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { PasswordField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Lock } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { noteDocumentForm } from "~/ui/use-heading-focus";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["family", "session"], title: "family:pin.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadParentPin(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitParentPin(backendOf(context), request);

/** A parent's PIN, where a child reads in this browser. */
export default function ParentPin() {
  const { passwordPath } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const { t } = useTranslation("family");
  const { t: session } = useTranslation("session");
  const [form, fields] = useForm<FormValues>({ id: "parent-pin", lastResult: result?.lastResult ?? null });
  return (
    <HomeLayout>
      <div className="mx-auto max-w-md">
        <PageHeader title={t("pin.title")} />
        <Card>
          <p className="mb-4">{t("pin.text")}</p>
          {/* Without the reader's part of the address, the response belongs to the same page. */}
          <Form
            method="post"
            reloadDocument
            id={form.id}
            noValidate
            onSubmit={noteDocumentForm}
            className="flex flex-col gap-4"
          >
            {result?.failed && <Banner type="error">{t("messages.failed")}</Banner>}
            <PasswordField
              {...fieldProps(fields.pin, (reasons) => formatSignInReasons(session, reasons))}
              label={t("pin.label")}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              // After a wrong PIN the whole page is loaded anew, and the focus would be at its top
              autoFocus={result !== undefined}
            />
            <div className="flex flex-wrap gap-3">
              <Button variant="primary" icon={Lock}>
                {t("pin.submit")}
              </Button>
              <LinkButton to={passwordPath} variant="quiet">
                {t("pin.password")}
              </LinkButton>
            </div>
          </Form>
        </Card>
      </div>
    </HomeLayout>
  );
}
