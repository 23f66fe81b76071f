import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { ChoiceSearch, DefaultSubmit } from "~/control-panel/forms/choice-search";
import { isSearchable } from "~/control-panel/forms/choices";
import { NotSaved } from "~/control-panel/frame/failures";
import { addGroup } from "~/control-panel/groups/group-actions.server";
import { GroupErrors, GroupFields, useGroupForm } from "~/control-panel/groups/group-form";
import { loadNewGroup, type NewGroupData } from "~/control-panel/groups/groups.server";
import { NewFormFields } from "~/forms/hidden-fields";
import { formatReasons } from "~/forms/messages";
import { panelListHref } from "~/shell/list-address";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { DraftBack } from "~/ui/draft-back";
import { Form } from "~/ui/form";
import { Save } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";
export { actionKeepingForm as clientAction } from "~/forms/saved-form-action";

export const handle = { title: "control-panel:groups.new" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNewGroup(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => addGroup(backendOf(context), request);

export default function NewGroup() {
  const { key, ...data } = useLoaderData<typeof loader>();
  return <NewGroupPage {...data} idempotencyKey={key} />;
}

/** Form for a new class or group. */
function NewGroupPage({
  organizations,
  chosen,
  offered,
  draft,
  idempotencyKey,
}: Omit<NewGroupData, "key"> & { idempotencyKey: string }) {
  const { t } = useTranslation("control-panel");
  const defaults = { organization: chosen ?? "", type: "class", ...draft };
  const { result, form, fields } = useGroupForm(null, defaults);
  const groupsHref = panelListHref("/controlpanel/groups", { organization: chosen });
  const places = result?.choices?.organization ?? organizations;
  return (
    <>
      <PageHeader crumbs={[{ label: t("nav.groups"), to: groupsHref }]} title={t("groups.new")} />
      <Form method="post" {...getFormProps(form)} className="max-w-3xl space-y-4">
        {isSearchable(places) && <DefaultSubmit />}
        <NewFormFields idempotencyKey={idempotencyKey} />
        <GroupErrors result={result} />
        {draft && <DraftBack />}
        {result?.failed && <NotSaved />}
        <Card>
          <div className="max-w-xl space-y-5">
            <ChoiceSearch
              id={fields.organization?.id}
              name="organization"
              label={t("list.organization")}
              errors={formatReasons(t, fields.organization?.errors)}
              source={{ of: "organizations" }}
              choices={places}
              chosen={[String(fields.organization?.initialValue ?? "")]}
            />
            <GroupFields fields={fields} isOffered={(field) => offered.includes(field)} parents={null} />
          </div>
        </Card>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" icon={Save}>
            {t("groups.add")}
          </Button>
          <LinkButton to={groupsHref} variant="quiet">
            {t("form.cancel")}
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
