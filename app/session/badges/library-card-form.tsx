import { useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { SeveralErrors } from "~/session/sign-in/several-errors";
import { SignInMethodForm } from "~/session/sign-in/sign-in-method-form";
import type { SignInMethodPage } from "~/session/sign-in/sign-in-methods.server";
import { PasswordField, TextField } from "~/ui/field";

/** Number and PIN of a library card. */
export function CardForm({ redirectTo, authorize, result }: SignInMethodPage & { result: FormResult | null }) {
  const { t } = useTranslation("session");
  const [form, fields] = useForm<FormValues>({ id: "card", lastResult: result?.lastResult ?? null });
  const field = (name: string) => fieldProps(fields[name], (reasons) => formatSignInReasons(t, reasons));
  return (
    <SignInMethodForm form={form} redirectTo={redirectTo} authorize={authorize}>
      <SeveralErrors
        formId="card"
        lastResult={result?.lastResult ?? null}
        labels={{ card: t("card.number"), pin: t("card.pin") }}
      />
      <TextField
        {...field("card")}
        label={t("card.number")}
        autoComplete="username"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={60}
      />
      <PasswordField
        {...field("pin")}
        label={t("card.pin")}
        hint={t("card.pinHint")}
        inputMode="numeric"
        autoComplete="current-password"
        maxLength={20}
      />
    </SignInMethodForm>
  );
}
