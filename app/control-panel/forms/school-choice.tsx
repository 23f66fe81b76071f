import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { SelectField } from "~/ui/select";
import { ChoiceSearch } from "./choice-search";
import { chosenSchoolField } from "./choices";
import type { SchoolsToChoose } from "./school-choice.server";

type SchoolChoiceProps = SchoolsToChoose & {
  /** The page that shows the chosen school. */
  page: string;
  organization: { id: string; name: string };
  label: string;
  submit: string;
  /** Text shown instead if there is only one school. */
  only: string;
};

/** Choice of the page's school: a GET form, so it works without script. */
export function SchoolChoice(props: SchoolChoiceProps) {
  const { page, organization, organizations, choices, label, submit, only } = props;
  const { t } = useTranslation("control-panel");
  if (choices) {
    return (
      <div className="max-w-2xl">
        <p className="wrap-anywhere font-semibold">{only}</p>
        <Disclosure key={organization.id} title={t("list.otherOrganization")} open={choices.q !== ""} className="mt-0">
          <Form method="get" action={page} className="space-y-4">
            <ChoiceSearch
              name={chosenSchoolField}
              label={label}
              source={{ of: "organizations" }}
              choices={choices}
              chosen={[organization.id]}
            />
            <Button>{submit}</Button>
          </Form>
        </Disclosure>
      </div>
    );
  }
  const isAmong = organizations.some(({ id }) => id === organization.id);
  if (isAmong && organizations.length === 1) return <p className="font-semibold">{only}</p>;
  const all = isAmong ? organizations : [organization, ...organizations];
  return (
    <Form method="get" action={page} className="flex max-w-2xl flex-wrap items-end gap-3">
      <SelectField
        key={organization.id}
        label={label}
        name={chosenSchoolField}
        defaultValue={organization.id}
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        className="min-w-0 flex-1 basis-60"
      />
      <Button>{submit}</Button>
    </Form>
  );
}
