import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DefaultSubmit } from "~/control-panel/forms/choice-search";
import { hasSeveral, searchIntent } from "~/control-panel/forms/choices";
import { fieldProps } from "~/forms/form-result";
import { formatReasons } from "~/forms/messages";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup, Radio } from "~/ui/choice";
import { SelectField } from "~/ui/select";
import { FormLine, type LineProps } from "./person-field";
import type { PersonFormData } from "./person-page.server";
import { OrganizationsField } from "./person-places-field";
import { suggestedUsername } from "./suggested-username";

/** Fields of a new person: name, suggested username, school, its classes, credentials. */
export function NewPersonFields(props: LineProps) {
  const { kind, places, maySetAdmin, metadata } = props;
  const { t } = useTranslation("control-panel");
  const box = useRef<HTMLDivElement>(null);
  const isSuggested = useSuggestion(box);
  const { classes, follow } = useClasses(props);
  const { signIn } = metadata;
  const signInChoices = kind === "students" ? ["password", "badge", "later"] : ["password", "later"];
  const areClassesRequested = kind === "students" && hasSeveral(places);
  return (
    <Card>
      {areClassesRequested && (
        <noscript>
          <DefaultSubmit />
        </noscript>
      )}
      <div ref={box} className="max-w-xl space-y-5">
        <FormLine {...props} name="name" />
        <FormLine {...props} name="username" />
        <input type="hidden" name="usernameIsSuggested" value={isSuggested ? "1" : ""} />
        <p className="text-14 text-ink-soft">{t("newPerson.usernameHint")}</p>
        <OrganizationsField {...props} maySetAdmin={maySetAdmin} onTicked={follow} />
        {areClassesRequested && (
          // With script the classes are loaded when a school is chosen.
          <noscript>
            <Button name="intent" value={searchIntent} formNoValidate>
              {t("newPerson.showClasses")}
            </Button>
          </noscript>
        )}
        {classes.length > 0 && (
          <SelectField
            {...fieldProps(metadata.group, (reasons) => formatReasons(t, reasons))}
            key={metadata.group?.key}
            label={t("list.group")}
            placeholder={t("newPerson.noClass")}
            options={classes.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <ChoiceGroup key={signIn?.key} label={t("newPerson.signIn")} hint={t("newPerson.signInHint")}>
          {signInChoices.map((choice) => (
            <Radio
              key={choice}
              name="signIn"
              value={choice}
              defaultChecked={choice === signIn?.initialValue}
              label={t(`newPerson.${choice}`)}
            />
          ))}
        </ChoiceGroup>
      </div>
    </Card>
  );
}

/**
 * With script the username is derived from the name until the user edits it.
 * @returns whether the field contains the suggestion
 */
function useSuggestion(box: React.RefObject<HTMLDivElement>): boolean {
  const [isSuggested, setSuggested] = useState(false);
  useEffect(() => {
    const fields = box.current;
    const fieldOf = (name: string) => fields?.querySelector<HTMLInputElement>(`input[name=${name}]`);
    let last = "";
    const onInput = ({ target }: Event) => {
      const [name, username] = [fieldOf("name"), fieldOf("username")];
      if (!name || !username) return;
      if (target === name && (username.value === "" || username.value === last)) {
        last = suggestedUsername(name.value);
        username.value = last;
      }
      setSuggested(last !== "" && username.value === last);
    };
    fields?.addEventListener("input", onInput);
    return () => fields?.removeEventListener("input", onInput);
  }, [box]);
  return isSuggested;
}

/**
 * The classes of the chosen school: with script they follow the choice, without it they come with the page.
 * @returns the classes, and the function to call with the ids of the ticked organisations
 */
function useClasses({ kind, person, classes }: LineProps) {
  /** The school whose classes are shown or were last asked for. */
  const last = useRef(schoolOf(person.organizations.map(({ id }) => id)));
  /** undefined until the choice differs from that of the page. */
  const [school, setSchool] = useState<string | null>();
  const { load, data } = useFetcher<PersonFormData>();
  const follow = (ids: readonly string[]) => {
    const chosen = schoolOf(ids);
    if (kind !== "students" || chosen === last.current) return;
    last.current = chosen;
    setSchool(chosen);
    if (chosen) load(`/controlpanel/students/new?${new URLSearchParams({ organization: chosen })}`);
  };
  if (school === undefined) return { classes, follow };
  const isOfSchool = data?.person.organizations[0]?.id === school;
  return { classes: school && isOfSchool ? data.classes : [], follow };
}

/** The only school; null for several or none. */
const schoolOf = (ids: readonly string[]) => (ids.length === 1 ? (ids[0] ?? null) : null);
