import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ChildrenCard } from "~/family/children-card";
import { IdempotencyField } from "~/forms/hidden-fields";
import { bcp47 } from "~/realms/realm";
import { SeveralErrors } from "~/session/sign-in/several-errors";
import { reauthenticatePath } from "~/session/step-up/reauthenticate-path";
import { useDeviceName } from "~/shell/device-name";
import { HomeLayout } from "~/shell/home-layout";
import { useDay, useMomentInWords } from "~/shell/moment";
import { useDoneKey } from "~/shell/shell-data";
import { useFocusAfterAct } from "~/shell/use-focus-after-act";
import { Banner } from "~/ui/banner";
import { Button, buttonClasses, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { PasswordField, TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { CreditCard, Download, KeyRound, LogOut, ShieldCheck, Trash2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill } from "~/ui/pill";
import { QrCodeImage } from "~/ui/qr-code";
import { SelectField } from "~/ui/select";
import { useHeadingFocus } from "~/ui/use-heading-focus";
import { EmailCard } from "./email-card";
import { profileIntents } from "./intents";
import { MailsCard } from "./mails-card";
import { ParentPinCard } from "./parent-pin-card";
import type { ProfilePageData, ProfileResult } from "./profile.server";
import { useProfileForm } from "./use-profile-form";

type ProfilePageProps = { page: ProfilePageData; result: ProfileResult | null };

/** The user's profile, with one card per topic. Every form works without script; the response then scrolls to its card. */
export function ProfilePage({ page, result }: ProfilePageProps) {
  const { t } = useTranslation("session");
  const doneKey = useDoneKey();
  const noteAct = useFocusAfterAct();
  const sheets = useRef<HTMLDivElement>(null);
  // Only the next step: conform focuses the first wrong field of a refused form.
  useEffect(() => {
    if (result && !result.lastResult) sheets.current?.querySelector<HTMLElement>("[data-next-step]")?.focus();
  }, [result]);
  const heading = useHeadingFocus();
  return (
    <HomeLayout hasFooter={page.isFamily}>
      <div ref={sheets} onSubmit={noteAct} className="mx-auto max-w-2xl">
        <PageHeader title={t("profile.title")} heading={heading} />
        <div key={doneKey} className="flex flex-col gap-6">
          {page.isSignInUnavailable && <Banner type="warning">{t("profile.unavailable")}</Banner>}
          <AboutMe page={page} />
          {page.isFamily && <ChildrenCard profiles={page.children} />}
          {page.hasParentPin !== null && <ParentPinCard isSet={page.hasParentPin} result={result} />}
          {page.isFamily && <SubscriptionLink />}
          <EmailCard email={page.email} result={result} />
          {page.mails && <MailsCard mails={page.mails} isFamily={page.isFamily} />}
          <Language page={page} />
          {page.mayChangePassword && <Password mustProve={page.mustProve} result={result} />}
          {page.secondFactor && <SecondFactor factor={page.secondFactor} result={result} />}
          {page.sessions.length > 0 && <Sessions page={page} />}
          {page.mayExport && <OwnData isFamily={page.isFamily} />}
          {page.isFamily && page.mayExport && <DeleteAccountCard />}
        </div>
      </div>
    </HomeLayout>
  );
}

function SubscriptionLink() {
  const { t } = useTranslation("session");
  return (
    <Card title={t("profile.subscription")}>
      <LinkButton to="/subscription" reloadDocument icon={CreditCard}>
        {t("profile.toSubscription")}
      </LinkButton>
    </Card>
  );
}

function OwnData({ isFamily }: { isFamily: boolean }) {
  const { t } = useTranslation("settings");
  return (
    <Card title={t("data.title")}>
      <p className="mb-4 text-ink-soft">{t(isFamily ? "data.familyText" : "data.text")}</p>
      <a href="/profile/export" className={buttonClasses({})}>
        <Icon of={Download} />
        {t("data.download")}
      </a>
    </Card>
  );
}

function DeleteAccountCard() {
  const { t } = useTranslation("deletion");
  return (
    <Card title={t("title")}>
      <p className="mb-4 text-ink-soft">{t("card.text")}</p>
      <LinkButton to="/profile/delete" variant="danger" icon={Trash2}>
        {t("card.button")}
      </LinkButton>
    </Card>
  );
}

function AboutMe({ page }: { page: ProfilePageData }) {
  const { t, i18n } = useTranslation("session");
  const list = (names: string[]) => new Intl.ListFormat(i18n.language, { type: "unit" }).format(names);
  const rows: Array<[string, ReactNode]> = [
    [t("profile.name"), page.name],
    // Families sign in with their e-mail address alone.
    [page.isFamily ? t("account:email.title") : t("login.username"), page.username],
    [t("profile.roles"), page.roles.map((role) => t(`profile.role.${role}`)).join(", ")],
    ...(!page.isFamily && page.organizations.length > 0
      ? [[t("account:schools"), list(page.organizations)] as [string, string]]
      : []),
    ...(page.groups.length > 0 ? [[t("account:groups"), list(page.groups)] as [string, string]] : []),
  ];
  return (
    <Card title={t("profile.about")}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-ink-soft max-sm:-mb-2">{term}</dt>
            <dd className="min-w-0 break-words font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Language({ page }: { page: ProfilePageData }) {
  const { t } = useTranslation("session");
  const options = page.locales.map((locale) => ({
    value: locale,
    label: new Intl.DisplayNames([bcp47(locale)], { type: "language" }).of(bcp47(locale)) ?? locale,
  }));
  return (
    <Card title={t("profile.language")}>
      <Form method="post" action="/preferences" reloadDocument className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="returnTo" value="/profile" />
        <SelectField
          name="locale"
          label={t("profile.languageLabel")}
          options={options}
          defaultValue={page.locale}
          className="min-w-60 flex-1"
        />
        <Button>{t("profile.languageSave")}</Button>
      </Form>
    </Card>
  );
}

/** Step-up link shown instead of a form: passwords typed before a step-up would be lost. */
function ProveFirst() {
  const { t } = useTranslation("session");
  return (
    <div className="flex flex-col items-start gap-4">
      <p>{t("profile.proveFirst")}</p>
      <LinkButton to={reauthenticatePath("/profile")} icon={ShieldCheck}>
        {t("profile.prove")}
      </LinkButton>
    </div>
  );
}

function Password({ mustProve, result }: { mustProve: boolean; result: ProfileResult | null }) {
  const { t } = useTranslation("session");
  const { form, field, errors } = useProfileForm(result, profileIntents.changePassword);
  if (mustProve) {
    return (
      <Card title={t("profile.password")}>
        <ProveFirst />
      </Card>
    );
  }
  return (
    <Card id="password" title={t("profile.password")}>
      <Form method="post" action="/profile#password" {...form} className="flex flex-col gap-4">
        <input type="hidden" name="intent" value={profileIntents.changePassword} />
        <SeveralErrors
          {...errors}
          labels={{
            currentPassword: t("profile.currentPassword"),
            password: t("login.newPassword"),
            passwordAgain: t("login.newPasswordAgain"),
          }}
        />
        <PasswordField
          {...field("currentPassword")}
          label={t("profile.currentPassword")}
          autoComplete="current-password"
        />
        <PasswordField
          {...field("password")}
          label={t("login.newPassword")}
          hint={t("login.newPasswordHint")}
          autoComplete="new-password"
        />
        <PasswordField {...field("passwordAgain")} label={t("login.newPasswordAgain")} autoComplete="new-password" />
        <div>
          <Button icon={KeyRound}>{t("profile.passwordSave")}</Button>
        </div>
      </Form>
    </Card>
  );
}

type FactorProps = { factor: NonNullable<ProfilePageData["secondFactor"]>; result: ProfileResult | null };

function SecondFactor({ factor, result }: FactorProps) {
  const { t } = useTranslation("session");
  return (
    <div id="second-factor">
      <Card
        title={t("factor.title")}
        actions={
          <Pill tone={factor.isSet ? "success" : "neutral"}>{t(factor.isSet ? "factor.on" : "factor.off")}</Pill>
        }
      >
        <p className="mb-4 text-ink-soft">{t("factor.text")}</p>
        <SecondFactorStep factor={factor} result={result} />
      </Card>
    </div>
  );
}

function SecondFactorStep({ factor, result }: FactorProps) {
  const { t } = useTranslation("session");
  const { form, field } = useProfileForm(result, profileIntents.confirmSecondFactor);
  if (result?.recoveryCodes) {
    return (
      <div id="second-factor-code">
        <Banner type="success" title={t("factor.codesTitle")}>
          <p tabIndex={-1} data-next-step className="outline-none">
            {t("factor.codesText")}
          </p>
          <ul className="mt-3 grid gap-1 font-mono sm:grid-cols-2">
            {result.recoveryCodes.map((code) => (
              <li key={code} className="select-all">
                {code}
              </li>
            ))}
          </ul>
        </Banner>
      </div>
    );
  }
  if (result?.secret) {
    return (
      <Form method="post" action="/profile#second-factor-code" {...form} className="flex flex-col gap-4">
        <input type="hidden" name="intent" value={profileIntents.confirmSecondFactor} />
        <input type="hidden" name="secret" value={result.secret.secret} />
        <IdempotencyField idempotencyKey={result.secret.key} />
        <p tabIndex={-1} data-next-step className="outline-none">
          {t("factor.scan")}
        </p>
        <QrCodeImage address={result.secret.address} label={t("factor.square")} />
        <p className="select-all rounded-control bg-sunken p-3 font-mono text-18">
          {result.secret.secret.match(/.{1,4}/g)?.join(" ")}
        </p>
        <p>
          <a href={result.secret.address} className="font-semibold text-primary underline underline-offset-2">
            {t("factor.open")}
          </a>
        </p>
        <div id="second-factor-code">
          <TextField {...field("code")} label={t("factor.code")} inputMode="numeric" autoComplete="one-time-code" />
        </div>
        <div>
          <Button variant="primary" icon={ShieldCheck}>
            {t("factor.confirm")}
          </Button>
        </div>
      </Form>
    );
  }
  if (!factor.mayChange) {
    return (
      <>
        {factor.isSet && <p className="mb-4">{t("factor.codesLeft", { left: factor.recoveryCodesLeft })}</p>}
        <ProveFirst />
      </>
    );
  }
  return factor.isSet ? <FactorForm result={result} isRemoval /> : <FactorForm result={result} isRemoval={false} />;
}

function FactorForm({ result, isRemoval }: { result: ProfileResult | null; isRemoval: boolean }) {
  const { t } = useTranslation("session");
  const intent = isRemoval ? profileIntents.removeSecondFactor : profileIntents.beginSecondFactor;
  const { form, field } = useProfileForm(result, intent);
  return (
    <Form method="post" action="/profile#second-factor" {...form} className="flex flex-col gap-4">
      <input type="hidden" name="intent" value={intent} />
      <PasswordField
        {...field("currentPassword")}
        label={t("profile.currentPassword")}
        autoComplete="current-password"
      />
      <div>
        <Button variant={isRemoval ? "danger" : "secondary"} icon={ShieldCheck}>
          {t(isRemoval ? "factor.remove" : "factor.begin")}
        </Button>
      </div>
    </Form>
  );
}

function Sessions({ page }: { page: ProfilePageData }) {
  const { t } = useTranslation("session");
  const deviceName = useDeviceName();
  const formatDay = useDay();
  const inWords = useMomentInWords(page.readAt);
  const childName = (id: string) => page.children.find((child) => child.id === id)?.name ?? "";
  const others = page.sessions.filter((session) => !session.isCurrent);
  return (
    <Card
      id="devices"
      title={t("sessions.title")}
      actions={
        page.mayEndSessions &&
        others.length > 0 && (
          <Form method="post">
            <input type="hidden" name="intent" value={profileIntents.endOtherSessions} />
            <Button size="small" icon={LogOut}>
              {t("sessions.endOthers")}
            </Button>
          </Form>
        )
      }
    >
      <ul className="divide-y divide-line">
        {page.sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 flex-1 basis-60" id={`session-${session.id}`}>
              <p className="font-semibold">
                {session.device?.name ?? deviceName(session.userAgent)}{" "}
                {session.isCurrent && <Pill tone="success">{t("sessions.here")}</Pill>}
              </p>
              <p className="text-14 text-ink-soft">
                {session.device &&
                  `${deviceName(session.userAgent)} · ${t("sessions.joined", { name: childName(session.device.profileId) })} · `}
                {t("sessions.lastUsed", inWords(session.lastUsedAt))}
                {session.staysUntil && ` · ${t("sessions.staysUntil", { day: formatDay(session.staysUntil) })}`}
                {session.actor && ` · ${t("sessions.actor", { name: session.actor })}`}
              </p>
            </div>
            {!session.isCurrent && page.mayEndSessions && (
              <Form method="post">
                <input type="hidden" name="intent" value={profileIntents.endSession} />
                <input type="hidden" name="id" value={session.id} />
                <Button size="small" variant="quiet" aria-describedby={`session-${session.id}`}>
                  {t("sessions.end")}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
