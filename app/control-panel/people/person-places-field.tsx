import { useTranslation } from "react-i18next";
import { ViewOnlyLine } from "~/control-panel/forms/view-only-line";
import { sayReasons } from "~/control-panel/frame/messages";
import { Checkbox, ChoiceGroup } from "~/ui/choice";
import type { LineProps } from "./person-field";

/** Where a new person belongs: at least one of the places that the caller may choose. docs/product/control-panel.md#users. */
export function OrganizationsField({ entity, places, metadata, maySetAdmin }: LineProps & { maySetAdmin: boolean }) {
  const { t } = useTranslation("control-panel");
  const { value, editable } = entity.attributes.organizations;
  const own = value ?? [];
  if (editable === 0 || places.length === 0) {
    return <ViewOnlyLine label={t("fields.organizations")} value={own.map((place) => place.name).join(", ")} />;
  }
  const field = metadata.organizations;
  const chosen = new Set(asTexts(field?.initialValue));
  const admins = new Set(asTexts(metadata.administrators?.initialValue));
  const known = new Set(places.map((place) => place.id));
  const choices = [...places, ...own.filter((place) => !known.has(place.id))];
  return (
    <ChoiceGroup
      id={field?.id}
      label={t("fields.organizations")}
      hint={t("hints.organizations")}
      errors={sayReasons(t, field?.errors)}
    >
      <div className="scrolls-y max-h-[20.625rem] border-line border-y px-1 [--ground:var(--raised)]" key={field?.key}>
        {choices.map((place) => (
          <div key={place.id} className="flex flex-wrap items-center justify-between gap-x-4">
            <Checkbox
              name="organizations"
              value={place.id}
              label={place.name}
              defaultChecked={chosen.has(place.id)}
              className="flex-1"
            />
            {maySetAdmin && (
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
            )}
          </div>
        ))}
      </div>
    </ChoiceGroup>
  );
}

function asTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
  return typeof value === "string" && value ? [value] : [];
}
