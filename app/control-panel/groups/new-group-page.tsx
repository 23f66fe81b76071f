import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ChoiceSearch, DefaultSubmit } from "~/control-panel/forms/choice-search";
import { isSearchable } from "~/control-panel/forms/choices";
import { NotSaved } from "~/control-panel/frame/failures";
import { NewFormFields } from "~/forms/hidden-fields";
import { formatReasons } from "~/forms/messages";
import { panelListHref } from "~/shell/list-address";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { DraftBack } from "~/ui/draft-back";
import { Form } from "~/ui/form";
import { Save } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { GroupErrors, GroupFields, useGroupForm } from "./group-form";
import type { NewGroupData } from "./groups.server";

/** Form for a new class or group. */
export function NewGroupPage({
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
