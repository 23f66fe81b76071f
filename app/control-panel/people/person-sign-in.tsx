import { useNavigation } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { withBack } from "~/control-panel/frame/back-parameter";
import { IdempotencyField } from "~/forms/hidden-fields";
import type { PersonSession } from "~/services/contracts/control-panel";
import { useDeviceName } from "~/shell/device-name";
import { useDay, useMomentInWords } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { Ban, KeyRound, LogOut, QrCode, Smile } from "~/ui/icons";
import { Pill } from "~/ui/pill";
import { useTakenFocus } from "~/ui/use-taken-focus";
import { confirmationHref } from "./confirmed-acts";
import { CardErrors, Remove } from "./person-cards";
import { personIntents } from "./person-intents";
import type { PersonPageData } from "./person-page.server";
import type { PersonResult } from "./person-result";
import { placesInWords } from "./places-in-words";
import { PrintButton, SignInSlip } from "./sign-in-slip";

/** Credentials and sessions of a person. */

/** Credentials that are shown only once; takes focus, since the submitting form may be far down the page. */
function ShownOnce({ what, title, children }: { what: string; title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useTakenFocus(box, true, what);
  return (
    <div ref={box} tabIndex={-1} className="mb-6 rounded-cover">
      <Banner type="success" title={title}>
        {children}
      </Banner>
    </div>
  );
}

/** A new password, badge or picture code on a printable slip. */
export function NewSecret({ person, result }: Pick<PersonPageData, "person"> & { result: PersonResult }) {
  const { t } = useTranslation("control-panel");
  const { password, badge, pictures, loginAddress = "" } = result;
  const who = { name: person.name, username: person.username, place: placesInWords(person) };
  const made = password ? "password" : badge ? "badge" : "pictures";
  const life = person.isShared ? "onceShared" : person.type === "students" ? "oncePupil" : "once";
  return (
    <ShownOnce
      what={password ?? badge?.address ?? pictures?.join() ?? ""}
      title={t(`${made}.made`, { name: who.name })}
    >
      <p className="mb-3 print:hidden">{t(made === "password" ? `password.${life}` : `${made}.once`)}</p>
      <SignInSlip {...who} {...{ password, badge, pictures, loginAddress }} />
      <div className="mt-3 print:hidden">
        <PrintButton />
      </div>
    </ShownOnce>
  );
}

/** Forms to reset the password, and to issue or revoke a badge or picture code. */
export function SignInMethods({
  person,
  backHref,
  issueKey,
  result,
}: PersonPageData & { result: PersonResult | undefined }) {
  const { t } = useTranslation("control-panel");
  const navigation = useNavigation();
  const { name, hasBadge, mayGivePassword: mayReset, isPasswordOfOthers: isForOthers } = person;
  const mayBadge = person.actions.includes("EditBadge");
  const mayPicture = person.actions.includes("EditPictureCode");
  if (!mayReset && !isForOthers && !mayBadge && !mayPicture) return null;
  const isBusy = (intent: string) => navigation.formData?.get("intent") === intent;
  const issue = (
    <Button name="intent" value={personIntents.issueBadge} icon={QrCode} busy={isBusy(personIntents.issueBadge)} wide>
      {t("badge.issue")}
    </Button>
  );
  return (
    <Card id="sign-in" title={t("sections.signIn")}>
      <CardErrors result={result} card="sign-in" />
      <div className="space-y-6">
        {mayReset && (
          <div>
            <p className="mb-2 text-14 text-ink-soft">{t(isForOthers ? "password.mailHint" : "password.hint")}</p>
            <LinkButton to={withBack(confirmationHref(person, "new-password"), backHref)} icon={KeyRound} wide>
              {t("password.reset")}
            </LinkButton>
          </div>
        )}
        {isForOthers && !mayReset && <p className="text-14 text-ink-soft">{t("password.byOthers")}</p>}
        {mayBadge && (
          <Form method="post" className="space-y-2">
            <IdempotencyField idempotencyKey={issueKey} />
            {hasBadge ? (
              <>
                <Disclosure title={t("badge.replace")}>
                  <p className="mb-2 text-14 text-ink-soft">{t("badge.replaceText", { name })}</p>
                  {issue}
                </Disclosure>
                <LinkButton
                  to={withBack(confirmationHref(person, "void-badge"), backHref)}
                  icon={Ban}
                  variant="danger"
                  wide
                >
                  {t("badge.void")}
                </LinkButton>
              </>
            ) : (
              issue
            )}
          </Form>
        )}
        {mayPicture && <PictureCode {...{ person, backHref, issueKey, isBusy }} />}
        {mayReset && !mayBadge && person.type === "students" && (
          <p className="text-14 text-ink-soft">{t("badge.notHere")}</p>
        )}
      </div>
    </Card>
  );
}

type PictureCodeProps = Pick<PersonPageData, "person" | "backHref" | "issueKey"> & {
  isBusy: (intent: string) => boolean;
};

/** Form to issue or revoke a picture code; warns before it replaces the current one. */
function PictureCode({ person, backHref, issueKey, isBusy }: PictureCodeProps) {
  const { t } = useTranslation("control-panel");
  const { name, hasPictureCode } = person;
  const issue = (
    <Button
      name="intent"
      value={personIntents.issuePictures}
      icon={Smile}
      busy={isBusy(personIntents.issuePictures)}
      wide
    >
      {t("pictures.issue")}
    </Button>
  );
  return (
    <Form method="post" className="space-y-2">
      <IdempotencyField idempotencyKey={issueKey} />
      <p className="text-14 text-ink-soft">{t("pictures.hint")}</p>
      {hasPictureCode ? (
        <>
          <Disclosure title={t("pictures.replace")}>
            <p className="mb-2 text-14 text-ink-soft">{t("pictures.replaceText", { name })}</p>
            {issue}
          </Disclosure>
          <LinkButton
            to={withBack(confirmationHref(person, "void-pictures"), backHref)}
            icon={Ban}
            variant="danger"
            wide
          >
            {t("pictures.void")}
          </LinkButton>
        </>
      ) : (
        issue
      )}
    </Form>
  );
}

/** Sessions of the person, with buttons to end one or all. docs/product/choices.md#default-permissions: ViewLogOut. */
export function PersonSessions({ person, backHref, readAt }: PersonPageData) {
  const { t } = useTranslation("control-panel");
  const { sessions } = person;
  if (!sessions) return null;
  return (
    <Card title={t("sessions.title")}>
      {sessions.length === 0 ? (
        <p className="text-ink-soft">{t("sessions.none")}</p>
      ) : (
        <>
          <ul className="space-y-3">
            {sessions.map((session) => (
              <SessionLine key={session.id} session={session} readAt={readAt} />
            ))}
          </ul>
          <div className="mt-4">
            <LinkButton to={withBack(confirmationHref(person, "end-sessions"), backHref)} icon={LogOut} wide>
              {t("sessions.endAll")}
            </LinkButton>
          </div>
        </>
      )}
    </Card>
  );
}

function SessionLine({ session, readAt }: { session: PersonSession; readAt: string }) {
  const { t } = useTranslation("control-panel");
  const formatDay = useDay();
  const browser = useDeviceName()(session.userAgent);
  const device = session.device ? `${session.device.name} · ${browser}` : browser;
  const lastUsed = t("sessions.lastUsed", useMomentInWords(readAt)(session.lastUsedAt));
  return (
    <li className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <span className="block" title={session.userAgent ?? undefined}>
          {device}
        </span>
        <span className="block text-14 text-ink-soft">
          {lastUsed}
          {session.staysUntil && ` · ${t("sessions.staysUntil", { day: formatDay(session.staysUntil) })}`}
        </span>
        {session.actor && <Pill tone="warning">{t("sessions.actor", { name: session.actor })}</Pill>}
      </span>
      <Remove
        id={session.id}
        name={`${device}, ${lastUsed}`}
        intent={personIntents.endSession}
        verb={t("sessions.end")}
      />
    </li>
  );
}
