import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PupilNote } from "~/services/contracts/class-notes";
import { panelListHref } from "~/shell/list-address";
import { useDay } from "~/shell/moment";
import { LinkButton } from "~/ui/button";
import { MessageSquareText } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import type { GroupNotesData } from "./group-notes.server";
import { GroupTabs } from "./group-tabs";

/** Notes that the pupils of a class share with its teachers, latest first. */
export function GroupNotesPage({ group, notes, next }: GroupNotesData) {
  const { t } = useTranslation("control-panel");
  const to = panelListHref("/controlpanel/groups", { organization: group.organization.id });
  return (
    <>
      <PageHeader crumbs={[{ label: t("nav.groups"), to }]} title={group.name} intro={group.organization.name} />
      <GroupTabs group={group} current="notes" />
      {notes.length === 0 ? (
        <EmptyState icon={MessageSquareText} title={t("sharedNotes.empty")}>
          {t("sharedNotes.emptyHint")}
        </EmptyState>
      ) : (
        <>
          <p className="max-w-prose text-ink-soft">{t("sharedNotes.intro")}</p>
          <ul className="mt-4 grid list-none gap-4 ps-0 lg:grid-cols-2">
            {notes.map((note) => (
              <SharedNoteCard key={`${note.pupil.id} ${note.bookId} ${note.id}`} note={note} />
            ))}
          </ul>
        </>
      )}
      {next && (
        <p className="mt-6">
          <LinkButton to={`?before=${encodeURIComponent(next)}`}>{t("sharedNotes.earlier")}</LinkButton>
        </p>
      )}
    </>
  );
}

function SharedNoteCard({ note: { pupil, bookId, bookTitle, note, target, sharedAt } }: { note: PupilNote }) {
  const { t } = useTranslation("control-panel");
  const day = useDay();
  return (
    <li className="rounded-card border border-line bg-raised p-4">
      <h2 className="text-18" dir="auto">
        {pupil.name}
      </h2>
      <p className="text-14 text-ink-soft">
        <Link to={`/books/${encodeURIComponent(bookId)}`} className="text-primary underline" dir="auto">
          {bookTitle}
        </Link>
        {" · "}
        <time dateTime={sharedAt}>{day(sharedAt)}</time>
      </p>
      <blockquote className="mt-3 border-s-3 border-line-strong ps-3 text-16 break-words text-ink-soft" dir="auto">
        {target.quote?.exact ?? t("sharedNotes.picture")}
      </blockquote>
      {note && (
        <p className="mt-3 text-16 break-words whitespace-pre-line" dir="auto">
          {note}
        </p>
      )}
    </li>
  );
}
