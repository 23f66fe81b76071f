import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { type ListedMessage, loadOutbox } from "~/outbox/outbox.server";
import { useMoment } from "~/shell/moment";
import { Shell } from "~/shell/shell";
import { LinkButton } from "~/ui/button";
import { Mail, MessageSquareText, RotateCw } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill } from "~/ui/pill";
import { EmptyState } from "~/ui/states";

export const handle = { i18n: ["account"], title: "account:outbox.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadOutbox(backendOf(context), request);

/** Mails and text messages of the demo, newest first. */
export default function Outbox() {
  const { messages } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  return (
    <Shell isPublic>
      <div className="mx-auto max-w-2xl">
        <PageHeader
          title={t("outbox.title")}
          intro={t("outbox.intro")}
          actions={
            <LinkButton to="/outbox" reloadDocument icon={RotateCw}>
              {t("outbox.reload")}
            </LinkButton>
          }
        />
        {messages.length === 0 ? (
          <EmptyState icon={Mail} title={t("outbox.emptyTitle")}>
            {t("outbox.empty")}
          </EmptyState>
        ) : (
          <ul className="flex flex-col gap-4">
            {messages.map((message) => (
              <li key={message.id}>
                <Message message={message} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Shell>
  );
}

function Message({ message: { kind, to, subject, text, at } }: { message: ListedMessage }) {
  const { t } = useTranslation("account");
  const formatMoment = useMoment();
  return (
    <article className="rounded-card border border-line bg-raised p-4 shadow-low sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-soft">
        <Pill tone={kind === "mail" ? "primary" : "accent"} icon={kind === "mail" ? Mail : MessageSquareText}>
          {t(`outbox.${kind}`)}
        </Pill>
        <span className="min-w-0 break-all">{to}</span>
        <time dateTime={at} className="ms-auto tabular-nums">
          {formatMoment(at)}
        </time>
      </div>
      {subject && <h2 className="mt-3 text-18">{subject}</h2>}
      <p className="mt-2 whitespace-pre-line break-words">
        <WithLinks text={text} />
      </p>
    </article>
  );
}

/** Renders URLs in a message as links. */
function WithLinks({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/).map((part, place) => ({ part, place }));
  return parts.map(({ part, place }) =>
    /^https?:\/\//.test(part) ? (
      <a key={place} href={part} className="break-all font-semibold text-primary underline underline-offset-2">
        {part}
      </a>
    ) : (
      <span key={place}>{part}</span>
    ),
  );
}
