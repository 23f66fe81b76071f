import { useTranslation } from "react-i18next";
import { sayReasons } from "~/session/reasons";
import type { Intent } from "./intents";
import type { ProfileAnswer } from "./profile.server";

/** Reasons of the form that was sent, by field, in the reader's language. */
export function useErrors(answer: ProfileAnswer | null, intent: Intent): (field: string) => string[] {
  const { t } = useTranslation("session");
  return (field) => (answer?.intent === intent ? sayReasons(t, answer.errors[field]) : []);
}
