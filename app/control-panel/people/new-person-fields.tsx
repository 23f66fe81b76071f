import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldProps } from "~/forms/form-result";
import { sayReasons } from "~/forms/messages";
import { Card } from "~/ui/card";
import { ChoiceGroup, Radio } from "~/ui/choice";
import { SelectField } from "~/ui/select";
import { FormLine, type LineProps } from "./person-field";
import { OrganizationsField } from "./person-places-field";
import { suggestedUsername } from "./suggested-username";

/** Fields of a new person: name, suggested username, school, class, credentials. */
export function NewPersonFields(props: LineProps) {
  const { kind, classes, maySetAdmin, metadata } = props;
  const { t } = useTranslation("control-panel");
  const box = useRef<HTMLDivElement>(null);
  const isSuggested = useSuggestion(box);
  const { signIn } = metadata;
  const signInChoices = kind === "students" ? ["password", "badge", "later"] : ["password", "later"];
  return (
    <Card>
      <div ref={box} className="max-w-xl space-y-5">
        <FormLine {...props} name="name" />
        <FormLine {...props} name="username" />
        <input type="hidden" name="usernameIsSuggested" value={isSuggested ? "1" : ""} />
        <p className="text-14 text-ink-soft">{t("newPerson.usernameHint")}</p>
        {classes.length > 0 && (
          <SelectField
            {...fieldProps(metadata.group, (reasons) => sayReasons(t, reasons))}
            key={metadata.group?.key}
            label={t("list.group")}
            placeholder={t("newPerson.noClass")}
            options={classes.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <OrganizationsField {...props} maySetAdmin={maySetAdmin} />
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
