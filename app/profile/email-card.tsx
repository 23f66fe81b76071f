import { useTranslation } from "react-i18next";
import { SeveralErrors } from "~/session/sign-in/several-errors";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { PasswordField, TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { restorableField } from "~/ui/form-owner";
import { AtSign, MailCheck } from "~/ui/icons";
import { Pill } from "~/ui/pill";

import { profileIntents } from "./intents";
import type { ProfilePageData, ProfileResult } from "./profile.server";
import { useProfileForm } from "./use-profile-form";

type EmailCardProps = { email: ProfilePageData["email"]; result: ProfileResult | null };

/** The user's email address: state, verification, and change. */
export function EmailCard({ email, result }: EmailCardProps) {
  const { t } = useTranslation("account");
  const { address, isVerified, mayVerify, mayChange } = email;
  return (
    <Card
      title={t("email.title")}
      actions={
        address && (
          <Pill tone={isVerified ? "success" : "warning"}>{t(isVerified ? "email.verified" : "email.unverified")}</Pill>
        )
      }
    >
      <p className="break-words font-semibold">{address ?? t("email.none")}</p>
      {address && !isVerified && mayVerify && (
        <Form method="post" className="mt-3">
          <input type="hidden" name="intent" value={profileIntents.verifyEmail} />
          <p className="mb-3 text-ink-soft">{t("email.why")}</p>
          <Button icon={MailCheck}>{t("email.verify")}</Button>
        </Form>
      )}
      {mayChange && <ChangeEmail email={email} result={result} />}
    </Card>
  );
}

function ChangeEmail({ email, result }: EmailCardProps) {
  const { t } = useTranslation("account");
  const { form, field, errors } = useProfileForm(result, profileIntents.changeEmail, { email: email.draft ?? "" });
  const wasSent = result?.intent === profileIntents.changeEmail;
  return (
    <Disclosure
      id="email"
      title={t(email.address ? "email.change" : "email.add")}
      open={wasSent || email.draft !== null}
      className="border-line border-t pt-4"
    >
      <Form method="post" action="/profile#email" {...form} className="mt-3 flex flex-col gap-4">
        <input type="hidden" name="intent" value={profileIntents.changeEmail} />
        <input type="hidden" name={restorableField} value="on" />
        <SeveralErrors
          {...errors}
          labels={{ email: t("email.newAddress"), currentPassword: t("email.currentPassword") }}
        />
        <TextField
          {...field("email")}
          type="email"
          label={t("email.newAddress")}
          hint={t("email.newAddressHint")}
          autoComplete="email"
        />
        {email.needsPassword && (
          <PasswordField
            {...field("currentPassword")}
            label={t("email.currentPassword")}
            autoComplete="current-password"
          />
        )}
        <div>
          <Button icon={AtSign}>{t("email.send")}</Button>
        </div>
      </Form>
    </Disclosure>
  );
}
