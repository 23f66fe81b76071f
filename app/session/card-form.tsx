import { useTranslation } from "react-i18next";
import { PasswordField, TextField } from "~/ui/field";
import { sayReasons } from "./reasons";
import type { WayAnswer } from "./way-answer";
import { WayForm } from "./way-form";
import type { WayPage } from "./ways.server";

/** Number and PIN of a library card. */
export function CardForm({ redirectTo, authorize, answer }: WayPage & { answer: WayAnswer | null }) {
  const { t } = useTranslation("session");
  return (
    <WayForm problem={answer?.problem ?? null} redirectTo={redirectTo} authorize={authorize}>
      <TextField
        name="card"
        label={t("card.number")}
        errors={sayReasons(t, answer?.errors.card)}
        defaultValue={answer?.typed.card}
        autoComplete="username"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={60}
      />
      <PasswordField
        name="pin"
        label={t("card.pin")}
        hint={t("card.pinHint")}
        errors={sayReasons(t, answer?.errors.pin)}
        inputMode="numeric"
        autoComplete="current-password"
        maxLength={20}
      />
    </WayForm>
  );
}
