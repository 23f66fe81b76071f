import { useTranslation } from "react-i18next";
import { slashedDate } from "~/reader/submissions/submission-parts";
import { Badge } from "~/ui/badge";
import type { AssignmentCard, MyAssignments as Data } from "./my-assignments.server";

/** A pupil's assignments above the shelf, each leading to its book; a guardian sees how far theirs are. */
export function MyAssignments({ own, pupils }: Data) {
  const { t } = useTranslation("submissions");
  return (
    <>
      {own.length > 0 && <Row title={t("mine")} cards={own} isOwn />}
      {pupils.map(({ id, name, cards }) => (
        <Row key={id} title={t("of_pupil", { name })} cards={cards} isOwn={false} />
      ))}
    </>
  );
}

function Row({ title, cards, isOwn }: { title: string; cards: readonly AssignmentCard[]; isOwn: boolean }) {
  return (
    <section aria-label={title} className="mb-8">
      <h2 className="mb-3 text-22">{title}</h2>
      <ul className="grid list-none grid-cols-1 gap-3 ps-0 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((card) => (
          <Card key={card.id} card={card} isOwn={isOwn} />
        ))}
      </ul>
    </section>
  );
}

function Card({ card, isOwn }: { card: AssignmentCard; isOwn: boolean }) {
  const { t } = useTranslation("submissions");
  const { title, status, bookTitle, isBookOffered, dueOn, comment, questions, isHandedBack, closed } = card;
  return (
    <li className="rounded-card border border-line bg-raised p-4">
      <h3 className="text-18 break-words" dir="auto">
        {isOwn && isBookOffered ? (
          // The reader loads its page whole.
          <a href={readerHref(card)} className="text-primary underline">
            {title}
          </a>
        ) : (
          title
        )}
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <Badge tone={status === "Submitted" ? "success" : "warning"}>{t(stateKey(card))}</Badge>
        {dueOn && <span className="text-14 text-ink-soft">{t("due", { date: slashedDate(dueOn) })}</span>}
      </p>
      <p className="mt-1 text-14 text-ink-soft">
        <span dir="auto">{bookTitle}</span> · {t("questions", { count: questions })}
      </p>
      {!isBookOffered && <p className="mt-1 text-14">{t("book_withdrawn")}</p>}
      {closed === "left_group" && <p className="mt-1 text-14">{t(isOwn ? "left_group" : "left_group_pupil")}</p>}
      {comment && (
        <p className="mt-2 text-14 break-words whitespace-pre-line" dir="auto">
          <span className="font-semibold">{t(isHandedBack ? "handed_back_comment" : "comment")}:</span> {comment}
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
