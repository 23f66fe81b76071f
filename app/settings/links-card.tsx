import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { providerName } from "~/session/sign-in/provider-name";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { restorableField } from "~/ui/form-owner";
import { Check, Link2, Unlink } from "~/ui/icons";
import { settingsPageIntents } from "./choices";
import type { LinksCardData } from "./links.server";

/** Linked provider accounts. Uses links to go to the provider, since the content security policy forbids forms to other sites. */
export function LinksCard({ card }: { card: LinksCardData }) {
  const { t } = useTranslation("settings");
  const { t: ofSession } = useTranslation("session");
  const named = (provider: string | null, issuer: string) =>
    provider ? providerName(ofSession, provider) : new URL(issuer).host;
  return (
    <div id="links">
      <Card title={t("links.title")}>
        <p className="mb-4 text-ink-soft">{t("links.text")}</p>
        {card.isUnavailable && <Banner type="warning">{t("links.unavailable")}</Banner>}
        {card.question && (
          <Banner type="info" title={t("links.question", { name: providerName(ofSession, card.question.provider) })}>
            <p className="break-words font-semibold">{card.question.accountName}</p>
            <Form method="post" className="mt-3 flex flex-wrap gap-3">
              <Button name="intent" value={settingsPageIntents.confirmLink} variant="primary" icon={Check}>
                {t("links.yes")}
              </Button>
              <Button name="intent" value={settingsPageIntents.dropLink}>
                {t("links.no")}
              </Button>
            </Form>
          </Banner>
        )}
        {card.links.length > 0 && (
          <ul className="divide-y divide-line">
            {card.links.map(({ provider, issuer, subject, isBySchool }) => {
              const isGoingOn = card.removal?.issuer === issuer && card.removal.subject === subject;
              return (
                <li key={`${issuer} ${subject}`} className="flex flex-wrap items-center justify-between gap-3 py-3">
                  <div className="min-w-0">
                    <p className="font-semibold">{named(provider, issuer)}</p>
                    <p className="break-all text-14 text-ink-soft">{isBySchool ? t("links.bySchool") : subject}</p>
                    {isGoingOn && <p className="mt-1 text-14">{t("links.goOn")}</p>}
                  </div>
                  {!isBySchool && <Removal issuer={issuer} subject={subject} isGoingOn={isGoingOn} />}
                </li>
              );
            })}
          </ul>
        )}
        {card.providers.length > 0 && (
          <div className="mt-4 flex flex-wrap gap-3">
            {card.providers.map((name) => (
              <LinkButton key={name} to={`/settings/link/${name}`} reloadDocument icon={Link2}>
                {t("links.add", { name: providerName(ofSession, name) })}
              </LinkButton>
            ))}
          </div>
        )}
      </Card>
    </div>
  );
}

type RemovalProps = { issuer: string; subject: string; isGoingOn: boolean };

/** `isGoingOn`: submitted before the user reauthenticated; resubmitted automatically with script, by another click without. */
function Removal({ issuer, subject, isGoingOn }: RemovalProps) {
  const { t } = useTranslation("settings");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isGoingOn) form.current?.requestSubmit();
  }, [isGoingOn]);
  return (
    <Form method="post" action="/settings" ref={form} replace={isGoingOn}>
      <input type="hidden" name="intent" value={settingsPageIntents.removeLink} />
      <input type="hidden" name={restorableField} value="on" />
      <input type="hidden" name="issuer" value={issuer} />
      <input type="hidden" name="subject" value={subject} />
      <Button size="small" variant={isGoingOn ? "primary" : "quiet"} icon={Unlink}>
        {t("links.remove")}
      </Button>
    </Form>
  );
}
