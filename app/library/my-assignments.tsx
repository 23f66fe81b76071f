import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { slashedDate } from "~/reader/submissions/submission-parts";
import { LinkButton } from "~/ui/button";
import { ListChecks } from "~/ui/icons";
import { Pill } from "~/ui/pill";
import { EmptyState } from "~/ui/states";
import type { AssignmentCard, MyAssignmentsData as Data } from "./my-assignments.server";

/** A pupil's assignments above the shelf, each linked to its book; a guardian sees their pupils' progress. */
export function MyAssignments({ own, pupils, hasMore }: Data) {
  const { t } = useTranslation("submissions");
  return (
    <>
      {own.length > 0 && <Row title={t("mine")} cards={own} isOwn />}
      {hasMore && (
        <p className="-mt-4 mb-8">
          <LinkButton to="/assignments">{t("show_all")}</LinkButton>
        </p>
      )}
      {pupils.map(({ id, name, cards }) => (
        <Row key={id} title={t("of_pupil", { name })} cards={cards} isOwn={false} />
      ))}
    </>
  );
}

/** All assignments on their own page. */
export function AllMyAssignments({ own, pupils }: Data) {
  const { t } = useTranslation("submissions");
  return (
    <>
      <h1 className="mb-6 text-28 sm:text-36">{t(pupils.length > 0 ? "title" : "mine")}</h1>
      {own.length > 0 && <Cards cards={own} isOwn heading="h2" />}
      {pupils.map(({ id, name, cards }) => (
        <Row key={id} title={t("of_pupil", { name })} cards={cards} isOwn={false} />
      ))}
      {own.length === 0 && pupils.length === 0 && (
        <EmptyState icon={ListChecks} title={t("empty")}>
          {t("empty_hint")}
        </EmptyState>
      )}
    </>
  );
}

function Row({ title, cards, isOwn }: { title: string; cards: readonly AssignmentCard[]; isOwn: boolean }) {
  return (
    <section aria-label={title} className="mb-8">
      <h2 className="mb-3 text-22">{title}</h2>
      <Cards cards={cards} isOwn={isOwn} />
    </section>
  );
}

type CardsProps = { cards: readonly AssignmentCard[]; isOwn: boolean; heading?: "h2" | "h3" };

function Cards({ cards, isOwn, heading = "h3" }: CardsProps) {
  return (
    <ul className="grid list-none grid-cols-1 gap-3 ps-0 sm:grid-cols-2 lg:grid-cols-3">
      {cards.map((card) => (
        <Card key={card.id} card={card} isOwn={isOwn} heading={heading} />
      ))}
    </ul>
  );
}

type CardProps = { card: AssignmentCard; isOwn: boolean; heading: "h2" | "h3" };

function Card({ card, isOwn, heading: Heading }: CardProps) {
  const { t } = useTranslation("submissions");
  const { title, status, bookTitle, isBookOffered, dueOn, comment, questions, isHandedBack, closed } = card;
  const linkText = t(closed === null ? "without_book" : "your_answers");
  return (
    <li className="rounded-card border border-line bg-raised p-4">
      <Heading className="text-18 break-words" dir="auto">
        {isOwn && isBookOffered ? (
          // The reader needs a full document load.
          <a href={readerHref(card)} className="text-primary underline">
            {title}
          </a>
        ) : (
          title
        )}
      </Heading>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <Pill tone={status === "Submitted" ? "success" : "progress"}>{t(stateKey(card))}</Pill>
        {dueOn && <span className="text-14 text-ink-soft">{t("due", { date: slashedDate(dueOn) })}</span>}
      </p>
      <p className="mt-1 text-14 text-ink-soft">
        <span dir="auto">{bookTitle}</span> · {t("questions", { count: questions })}
      </p>
      {!isBookOffered && <p className="mt-1 text-14">{t("book_withdrawn")}</p>}
      {closed === "left_group" && <p className="mt-1 text-14">{t(isOwn ? "left_group" : "left_group_pupil")}</p>}
      {comment && (
        <p className="mt-2 text-14 break-words whitespace-pre-line" dir="auto">
          <span className="font-semibold">
            {t("comment_start", { label: t(isHandedBack ? "handed_back_comment" : "comment") })}
          </span>{" "}
          {comment}
        </p>
      )}
      {isOwn && (
        <p className="mt-1 -mb-2">
          <Link
            to={`/assignments/${card.id}`}
            aria-label={`${linkText}: ${title}`}
            className="inline-block min-h-11 py-2 font-semibold text-14 text-primary underline"
          >
            {linkText}
          </Link>
        </p>
      )}
    </li>
  );
}

function stateKey({ status, isHandedBack }: AssignmentCard) {
  if (status === "Submitted") return "status.submitted";
  return isHandedBack ? "status.handed_back" : "status.in_progress";
}

export function readerHref({ bookId, id }: Pick<AssignmentCard, "bookId" | "id">): string {
  return `/reader/${encodeURIComponent(bookId)}?submission=${id}`;
}
