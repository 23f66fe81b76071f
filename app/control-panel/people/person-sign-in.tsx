import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PersonSession } from "~/services/contracts/control-panel";
import type { PersonKind } from "~/services/contracts/control-panel-entities";
import { useMoment } from "~/shell/moment";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Ban, KeyRound, LogOut, QrCode } from "~/ui/icons";
import { QrCodeImage } from "~/ui/qr-code";
import { isActive } from "./kinds";
import { CardErrors, Remove } from "./person-cards";
import type { PersonPageData } from "./person-page.server";
import { type PersonResult, personIntents } from "./person-result";

/** How a person signs in, and where they are signed in. */

/** What is shown this once: above the form that asked for it, which is often far below on the page, so it is gone to. */
function ShownOnce({ what, title, children }: { what: string; title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another password or badge is the reason to look again
  useEffect(() => box.current?.focus(), [what]);
  return (
    <div ref={box} tabIndex={-1} className="mb-6 rounded-cover">
      <Banner type="success" title={title}>
        {children}
      </Banner>
    </div>
  );
}

type NewPasswordProps = { kind: PersonKind; name: string; password: string; isShared: boolean };

export function NewPassword({ kind, name, password, isShared }: NewPasswordProps) {
  const { t } = useTranslation("control-panel");
  return (
    <ShownOnce what={password} title={t("password.made", { name })}>
      <p className="my-2 select-all font-bold text-28 tracking-wide">
        <code>{password}</code>
      </p>
      <p>{t(`password.${isShared ? "onceShared" : kind === "students" ? "oncePupil" : "once"}`)}</p>
    </ShownOnce>
  );
}

export function NewBadge({ name, address, letters }: { name: string; address: string; letters: string }) {
  const { t } = useTranslation("control-panel");
  return (
    <ShownOnce what={address} title={t("badge.made", { name })}>
      <QrCodeImage address={address} label={t("badge.square", { name })} />
      <p className="my-2 select-all break-words font-bold text-22 tracking-wide">
        <code>{letters}</code>
      </p>
      <p>{t("badge.once")}</p>
      <p className="mt-2 break-all text-14">
        <code className="select-all">{address}</code>
      </p>
    </ShownOnce>
  );
}

/** A new password, a new badge or none. */
export function SignInMethods({ kind, entity, result }: PersonPageData & { result: PersonResult | undefined }) {
  const { t } = useTranslation("control-panel");
  const navigation = useNavigation();
  const mayReset = isActive(entity, "EditPassword") && entity.attributes.password.editable === 2;
  const mayBadge = isActive(entity, "EditBadge");
  if (!mayReset && !mayBadge) return null;
  const isBusy = (intent: string) => navigation.formData?.get("intent") === intent;
  return (
    <Card id="sign-in" title={t("sections.signIn")}>
      <CardErrors result={result} card="sign-in" />
      <div className="space-y-6">
        {mayReset && (
          <Form method="post">
            <p className="mb-2 text-14 text-ink-soft">{t("password.hint")}</p>
            <Button
              name="intent"
              value={personIntents.resetPassword}
              icon={KeyRound}
              busy={isBusy("resetPassword")}
              wide
            >
              {t("password.reset")}
            </Button>
          </Form>
        )}
        {mayBadge && (
          <Form method="post" className="space-y-2">
            <p className="text-14 text-ink-soft">{t("badge.hint")}</p>
            <Button name="intent" value={personIntents.issueBadge} icon={QrCode} busy={isBusy("issueBadge")} wide>
              {t("badge.issue")}
            </Button>
            <Button
              name="intent"
              value={personIntents.voidBadge}
              icon={Ban}
              variant="danger"
              busy={isBusy("voidBadge")}
              wide
            >
              {t("badge.void")}
            </Button>
          </Form>
        )}
        {mayReset && !mayBadge && kind === "students" && <p className="text-14 text-ink-soft">{t("badge.notHere")}</p>}
      </div>
    </Card>
  );
}

/** Where the person is signed in, with a way to end each or all. docs/product/choices.md#default-permissions: ViewLogOut. */
export function Sessions({ sessions }: PersonPageData) {
  const { t } = useTranslation("control-panel");
  const say = useMoment();
  if (!sessions) return null;
  return (
    <Card title={t("sessions.title")}>
      {sessions.length === 0 ? (
        <p className="text-ink-soft">{t("sessions.none")}</p>
      ) : (
        <>
          <ul className="space-y-3">
            {sessions.map((session) => (
              <SessionLine key={session.id} session={session} at={say(session.lastUsedAt)} />
            ))}
          </ul>
          <Form method="post" className="mt-4">
            <Button name="intent" value={personIntents.endSessions} icon={LogOut} wide>
              {t("sessions.endAll")}
            </Button>
          </Form>
        </>
      )}
    </Card>
  );
}

function SessionLine({ session, at }: { session: PersonSession; at: string }) {
  const { t } = useTranslation("control-panel");
  return (
    <li className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <span className="block">{at}</span>
        <span className="block truncate text-14 text-ink-soft" title={session.userAgent ?? undefined}>
          {browserOf(session.userAgent) ?? t("sessions.unknown")}
        </span>
        {session.actor && <Badge tone="warning">{t("sessions.actor", { name: session.actor })}</Badge>}
      </span>
      <Remove id={session.id} name={at} intent={personIntents.endSession} verb={t("sessions.end")} />
    </li>
  );
}

/** Names that people know, of the many words with which a browser introduces itself. */
function browserOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const browser = /Edg|Firefox|Chrome|Safari/.exec(userAgent)?.[0]?.replace("Edg", "Edge");
  const system = /iPad|iPhone|Android|Windows|Mac OS|CrOS|Linux/.exec(userAgent)?.[0]?.replace("CrOS", "ChromeOS");
  return [browser, system].filter(Boolean).join(", ") || null;
}
