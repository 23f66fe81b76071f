import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { NotSaved } from "~/control-panel/frame/failures";
import { loadAppointment, submitAppointment } from "~/control-panel/people/appointment.server";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { formatReason, formatReasons } from "~/forms/messages";
import type { Titled } from "~/shell/page-title";
import { Button, LinkButton } from "~/ui/button";
import { DraftBack } from "~/ui/draft-back";
import { PasswordField } from "~/ui/field";
import { Form } from "~/ui/form";
import { restorableField } from "~/ui/form-owner";
import { PageHeader } from "~/ui/page-header";
import { SelectField } from "~/ui/select";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => t("control-panel:appointment.title", { name: data.name }),
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadAppointment(backendOf(context), request, params.id ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return submitAppointment(backendOf(context), request, params.id ?? "");
}

export default function AppointAdministrator() {
  return <AppointmentPage {...useLoaderData<typeof loader>()} />;
}

/** Asks for the user's own password before an employee becomes an administrator. */
function AppointmentPage({ id, name, places, drafted }: Awaited<ReturnType<typeof loadAppointment>>) {
  const { t } = useTranslation("control-panel");
  const result = useActionData<FormResult>();
  const [form, fields] = useForm<FormValues>({
    id: "appointment",
    lastResult: result?.lastResult ?? null,
    defaultValue: { organization: drafted ?? (places.length === 1 ? (places[0]?.id ?? "") : "") },
  });
  const person = `/controlpanel/employees/${id}`;
  const labels: Record<string, string> = {
    organization: t("appointment.school"),
    currentPassword: t("appointment.password"),
  };
  const toMessages = (reasons: readonly string[] | undefined) => formatReasons(t, reasons);
  return (
    <>
      <PageHeader
        crumbs={[{ label: name, to: person }]}
        title={t("appointment.title", { name })}
        intro={t("appointment.text")}
      />
      {places.length === 0 ? (
        <p>{t("appointment.everywhere")}</p>
      ) : (
        <Form method="post" {...getFormProps(form)} className="max-w-xl space-y-5">
          <FormErrors
            formId="appointment"
            lastResult={result?.lastResult}
            fields={["organization", "currentPassword"]}
            labelOf={(field) => labels[field] ?? field}
            formatReason={(reason) => formatReason(t, reason)}
          />
          {drafted !== null && !result && <DraftBack />}
          {result?.failed && <NotSaved />}
          <input type="hidden" name={restorableField} value="on" />
          <SelectField
            {...fieldProps(fields.organization, toMessages)}
            label={labels.organization}
            placeholder={places.length === 1 ? undefined : t("appointment.choose")}
            options={places.map((place) => ({ value: place.id, label: place.name }))}
          />
          <PasswordField
            {...fieldProps(fields.currentPassword, toMessages)}
            label={labels.currentPassword}
            autoComplete="current-password"
          />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary">{t("appointment.button")}</Button>
            <LinkButton to={person} variant="quiet">
              {t("form.cancel")}
            </LinkButton>
          </div>
        </Form>
      )}
    </>
  );
}
