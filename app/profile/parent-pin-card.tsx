import { useTranslation } from "react-i18next";
import { SeveralErrors } from "~/session/sign-in/several-errors";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { PasswordField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Lock, Trash2 } from "~/ui/icons";
import { Pill } from "~/ui/pill";
import { profileIntents } from "./intents";
import type { ProfileResult } from "./profile.server";
import { useProfileForm } from "./use-profile-form";

/** A parent's PIN: set and changed by one form, removed by another; each needs the password. */
export function ParentPinCard({ isSet, result }: { isSet: boolean; result: ProfileResult | null }) {
  const { t } = useTranslation("session");
  return (
    <Card
      id="parent-pin"
      title={t("parentPin.title")}
      actions={<Pill tone={isSet ? "success" : "neutral"}>{t(isSet ? "factor.on" : "factor.off")}</Pill>}
    >
      <p className="mb-4 text-ink-soft">{t("parentPin.text")}</p>
      <SetForm isSet={isSet} result={result} />
      {isSet && <RemoveForm result={result} />}
    </Card>
  );
}

function SetForm({ isSet, result }: { isSet: boolean; result: ProfileResult | null }) {
  const { t } = useTranslation("session");
  const { form, field, errors } = useProfileForm(result, profileIntents.setParentPin);
  return (
    <Form method="post" action="/profile#parent-pin" {...form} className="flex flex-col gap-4">
      <input type="hidden" name="intent" value={profileIntents.setParentPin} />
      <SeveralErrors {...errors} labels={{ pin: t("parentPin.pin"), currentPassword: t("profile.currentPassword") }} />
      <PasswordField
        {...field("pin")}
        label={t(isSet ? "parentPin.newPin" : "parentPin.pin")}
        hint={t("parentPin.hint")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
      <PasswordField
        {...field("currentPassword")}
        label={t("profile.currentPassword")}
        autoComplete="current-password"
      />
      <div>
        <Button icon={Lock}>{t(isSet ? "parentPin.change" : "parentPin.set")}</Button>
      </div>
    </Form>
  );
}

function RemoveForm({ result }: { result: ProfileResult | null }) {
  const { t } = useTranslation("session");
  const { form, field } = useProfileForm(result, profileIntents.removeParentPin);
  return (
    <Form
      method="post"
      action="/profile#parent-pin"
      {...form}
      className="mt-6 flex flex-col gap-4 border-line border-t pt-6"
    >
      <input type="hidden" name="intent" value={profileIntents.removeParentPin} />
      <PasswordField
        {...field("currentPassword")}
        label={t("profile.currentPassword")}
        autoComplete="current-password"
      />
      <div>
        <Button variant="danger" icon={Trash2}>
          {t("parentPin.remove")}
        </Button>
      </div>
    </Form>
  );
}
