import { getFormProps } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ChoiceSearch, DefaultSubmit } from "~/control-panel/forms/choice-search";
import { NewFormFields } from "~/forms/hidden-fields";
import { formatReasons } from "~/forms/messages";
import { formMessages } from "~/services/contracts/form-messages";
import { panelListHref } from "~/shell/list-address";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { DraftBack } from "~/ui/draft-back";
import { Form } from "~/ui/form";
import { Save } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import type { NewOrganizationData, NewOrganizationResult } from "./new-organization.server";
import {
  OrganizationFields,
  OrganizationOutcome,
  type OrganizationResult,
  useOrganizationForm,
} from "./organization-form";

const list = "/controlpanel/organizations";

/** Form for a new organisation. */
export function NewOrganizationPage({
  parent: opened,
  isParentGone,
  places,
  fields: names,
  draft,
  idempotencyKey,
}: Omit<NewOrganizationData, "key"> & { idempotencyKey: string }) {
  const { t } = useTranslation("control-panel");
  const result = useActionData<OrganizationResult & Partial<NewOrganizationResult>>();
  const parent = result ? (result.parent ?? null) : opened;
  const typed = String(result?.lastResult.initialValue?.parent ?? "");
  const choices = result ? result.choices?.parent : places;
  const parentErrors = formatReasons(t, result?.lastResult.error?.parent ?? (isParentGone ? [formMessages.gone] : []));
  const defaults = draft?.values ?? { status: "on", type: opened ? "school" : "" };
  const { form, fields } = useOrganizationForm(result?.lastResult ?? null, defaults);
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("nav.organizations"), to: panelListHref(list) }]}
        title={t("organizations.new")}
        intro={
          parent?.name && parentErrors.length === 0
            ? t("organizations.newBelow", { name: parent.name })
            : t("organizations.newIntro")
        }
      />
      {/* The action URL omits the `parent` parameter, since that organisation may have been deleted in the meantime. */}
      <Form method="post" action={`${list}/new`} {...getFormProps(form)} className="max-w-3xl space-y-6">
        <NewFormFields idempotencyKey={idempotencyKey} />
        {choices && <DefaultSubmit />}
        {parent && !choices && <input type="hidden" name="parent" value={parent.id} />}
        {draft && <DraftBack />}
        <OrganizationOutcome
          word="organization"
          result={result}
          isParentAField
          failure={t("organizations.notCreated")}
        />
        {choices && (
          <Card>
            <ChoiceSearch
              id="organization-parent"
              name="parent"
              label={t("fields.parent")}
              errors={parentErrors}
              source={{ of: "parents" }}
              choices={choices}
              chosen={choices.choices.some(({ id }) => id === typed) ? [typed] : []}
              none={t("organizations.standsAlone")}
            />
          </Card>
        )}
        <OrganizationFields word="organization" editable={names} fields={fields} />
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" icon={Save}>
            {t("organizations.add")}
          </Button>
          <LinkButton to={panelListHref(list)} variant="quiet">
            {t("form.cancel")}
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
