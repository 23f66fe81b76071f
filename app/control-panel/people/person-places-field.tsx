import { useTranslation } from "react-i18next";
import { ChoiceSearch } from "~/control-panel/forms/choice-search";
import { ViewOnlyLine } from "~/control-panel/forms/view-only-line";
import { formatReasons } from "~/forms/messages";
import { Checkbox } from "~/ui/choice";
import type { LineProps } from "./person-field";

type OrganizationsFieldProps = LineProps & {
  maySetAdmin: boolean;
  /** Called with the ids of the ticked organisations. */
  onTicked?: (ids: readonly string[]) => void;
};

/** Organisations of a new person: at least one of those that the user may choose. docs/product/control-panel.md#users. */
export function OrganizationsField({ person, places, metadata, maySetAdmin, onTicked }: OrganizationsFieldProps) {
  const { t } = useTranslation("control-panel");
  const { organizations, mayEditOrganizations } = person;
  if (!mayEditOrganizations || places.choices.length === 0) {
    return (
      <ViewOnlyLine label={t("fields.organizations")} value={organizations.map((place) => place.name).join(", ")} />
    );
  }
  const field = metadata.organizations;
  const admins = new Set(asTexts(metadata.administrators?.initialValue));
  return (
    <ChoiceSearch
      key={field?.key}
      id={field?.id}
      name="organizations"
      label={t("fields.organizations")}
      hint={t("hints.organizations")}
      errors={formatReasons(t, field?.errors)}
      source={{ of: "organizations" }}
      choices={places}
      chosen={asTexts(field?.initialValue)}
      isMultiple
      onTicked={onTicked}
      beside={(place) =>
        maySetAdmin && (
          <Checkbox
            name="administrators"
            value={place.id}
            label={
              <>
                {t("status.admin")}
                <span className="sr-only">: {place.name}</span>
              </>
            }
            defaultChecked={admins.has(place.id)}
          />
        )
      }
    />
  );
}

function asTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
  return typeof value === "string" && value ? [value] : [];
}
