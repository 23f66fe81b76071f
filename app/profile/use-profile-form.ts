import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { type FormValues, fieldProps } from "~/forms/form-result";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import type { Intent } from "./intents";
import type { ProfileResult } from "./profile.server";

/** conform form of the profile: props for the form, a function for field props, and data for the error summary. */
export function useProfileForm(result: ProfileResult | null, intent: Intent, defaultValue: FormValues = {}) {
  const { t } = useTranslation("session");
  const lastResult = result?.intent === intent ? (result.lastResult ?? null) : null;
  const [form, fields] = useForm<FormValues>({ id: intent, lastResult, defaultValue });
  const field = (name: string) =>
    fieldProps((fields as Record<string, FieldMetadata<unknown> | undefined>)[name], (reasons) =>
      formatSignInReasons(t, reasons),
    );
  return { form: getFormProps(form), field, errors: { formId: intent, lastResult } };
}
