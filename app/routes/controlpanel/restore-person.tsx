import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { NotSaved } from "~/control-panel/frame/failures";
import {
  loadRestoration,
  type RestorationData,
  submitPersonRestoration,
} from "~/control-panel/people/restoration.server";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { formatReason, formatReasons } from "~/forms/messages";
import { defaultRealm, realmRow } from "~/realms/realm";
import { isPersonKind } from "~/services/contracts/person-kinds";
import { panelListHref } from "~/shell/list-address";
import type { Titled } from "~/shell/page-title";
import { useShellData } from "~/shell/shell-data";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => t("control-panel:restore.title", { name: data.name }),
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return loadRestoration(backendOf(context), request, params.kind, params.id);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return submitPersonRestoration(backendOf(context), request, params.kind, params.id);
}

export default function RestorePerson() {
  return <RestorationPage {...useLoaderData<typeof loader>()} />;
}

/** Confirmation before a deleted person is restored; asks for another username if theirs is taken. */
function RestorationPage({ name, username, restorableUntil, isUsernameTaken, list }: RestorationData) {
  const { t } = useTranslation("control-panel");
  const result = useActionData<FormResult>();
  const [form, fields] = useForm<FormValues>({
    id: "restoration",
    lastResult: result?.lastResult ?? null,
    defaultValue: { username },
  });
  const crumb =
    list === "users"
      ? { label: t("manage.title"), to: "/controlpanel/beta/manage?tab=users" }
      : { label: t(`kinds.${list}.title`), to: panelListHref(`/controlpanel/${list}`) };
  const { timeZone } = realmRow(useShellData()?.realm ?? defaultRealm);
  const formatParams = { date: { dateStyle: "long", timeZone } };
  return (
    <>
      <PageHeader crumbs={[crumb]} title={t("restore.title", { name })} intro={t("restore.text")} />
      <Form method="post" {...getFormProps(form)} className="max-w-xl space-y-5">
        <FormErrors
          formId="restoration"
          lastResult={result?.lastResult}
          fields={["username"]}
          labelOf={() => t("fields.username")}
          formatReason={(reason) => formatReason(t, reason)}
        />
        {result?.failed && <NotSaved />}
        <p>{t("restore.until", { date: new Date(restorableUntil), formatParams })}</p>
        {(isUsernameTaken || result) && (
          <TextField
            {...fieldProps(fields.username, (reasons) => formatReasons(t, reasons))}
            label={t("fields.username")}
            hint={isUsernameTaken ? t("restore.usernameTaken", { username }) : undefined}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoComplete="off"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="primary">{t("restore.button")}</Button>
          <LinkButton to={crumb.to} variant="quiet">
            {t("form.cancel")}
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
