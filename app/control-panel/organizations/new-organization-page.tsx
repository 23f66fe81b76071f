import { Save } from "lucide-react";
import { useTranslation } from "react-i18next";
import { sayReasons } from "~/control-panel/messages";
import { NewFormFields } from "~/forms/hidden-fields";
import { formMessages } from "~/services/contracts/form-messages";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { DraftBack } from "~/ui/draft-back";
import { Form } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";
import { SelectField } from "~/ui/select";
import type { NewOrganizationData } from "./new-organization.server";
import { OrganizationAnswer, OrganizationFields } from "./organization-form";
import { useOrganizationAnswer } from "./organization-page";

const list = "/controlpanel/organizations";

/** The form of a new organisation. */
export function NewOrganizationPage({
  parent: opened,
  isParentGone,
  places,
  fields,
  draft,
  idempotencyKey,
}: Omit<NewOrganizationData, "key"> & { idempotencyKey: string }) {
  const { t } = useTranslation("control-panel");
  const action = useOrganizationAnswer(draft);
  const parent = action?.parent === undefined ? opened : action.parent;
  const parentErrors = sayReasons(t, action?.errors?.parent ?? (isParentGone ? [formMessages.gone] : []));
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("nav.organizations"), to: list }]}
        title={t("organizations.new")}
        intro={
          parent?.name && parentErrors.length === 0
            ? t("organizations.newBelow", { name: parent.name })
            : t("organizations.newIntro")
        }
      />
      {/* Without the parent in the address, which may have gone when the form comes back. */}
      <Form method="post" action={`${list}/new`} noValidate className="max-w-3xl space-y-6">
        <NewFormFields idempotencyKey={idempotencyKey} />
        {parent && parentErrors.length === 0 && <input type="hidden" name="parent" value={parent.id} />}
        {draft && <DraftBack />}
        <OrganizationAnswer word="organization" action={action} failure={t("organizations.notCreated")} />
        {parentErrors.length > 0 && (
          <Card>
            <SelectField
              id="organization-parent"
              name="parent"
              label={t("fields.parent")}
              errors={parentErrors}
              placeholder={t("organizations.standsAlone")}
              defaultValue={parent?.id}
              options={(action?.places ?? places).map(({ id, name }) => ({ value: id, label: name }))}
              className="max-w-xl"
            />
          </Card>
        )}
        <OrganizationFields
          word="organization"
          editable={fields}
          storedValue={(name) => (name === "status" ? "active" : name === "type" && parent ? "school" : null)}
          action={action}
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" icon={Save}>
            {t("organizations.add")}
          </Button>
          <LinkButton to={list} variant="quiet">
            {t("form.cancel")}
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
