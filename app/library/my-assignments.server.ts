import { getWiring } from "~/clients/wiring.server";
import { ServiceError } from "~/services/contracts/service-error";
import type { SubmissionCard } from "~/services/contracts/submissions";
import type { SignedIn } from "~/session/guard.server";

/** What stands above the shelf: a pupil's own assignments, or a guardian's pupils'. docs/product/reader.md#assignments. */
export type MyAssignments = {
  own: AssignmentCard[];
  pupils: Array<{ id: string; name: string; cards: AssignmentCard[] }>;
  /** What waits for the pupil in a book, by the book's id. */
  marks: Record<string, BookMark>;
};
export type BookMark = "assignment" | "handed_back";
export type AssignmentCard = Pick<
  SubmissionCard,
  "id" | "title" | "status" | "closed" | "bookId" | "bookTitle" | "isBookOffered" | "dueOn" | "comment" | "questions"
> & { isHandedBack: boolean };

const none: MyAssignments = { own: [], pupils: [], marks: {} };
/** Cards above a shelf, of each person. */
const shownAtMost = 6;

/** Nothing for staff and families, for whoever acts as somebody, and while the service is away: the shelf is shown anyway. */
export async function loadMyAssignments({ user, credentials }: SignedIn): Promise<MyAssignments> {
  if (user.isImpersonated || user.isConsumer) return none;
  const { submissions } = getWiring().clients;
  try {
    if (user.isStudent) {
      // Also what stands below the first six: its books bear a mark.
      const { body } = await submissions.getSubmissionCards({ query: {} }, credentials);
      return { own: body.data.slice(0, shownAtMost).map(cardOf), pupils: [], marks: marksOf(body.data) };
    }
    if (!user.isGuardian) return none;
    const { body } = await submissions.getPupilSubmissions({ query: { limit: shownAtMost } }, credentials);
    const pupils = body.data.map(({ id, name, submissions: cards }) => ({ id, name, cards: cards.map(cardOf) }));
    return { ...none, pupils: pupils.filter(({ cards }) => cards.length > 0) };
  } catch (error) {
    if (error instanceof ServiceError) return none;
    throw error;
  }
}

const isHandedBack = ({ status, handedBackAt }: SubmissionCard) => status === "InProgress" && handedBackAt !== null;

function cardOf(card: SubmissionCard): AssignmentCard {
  const { id, title, status, closed, bookId, bookTitle, isBookOffered, dueOn, comment, questions } = card;
  return {
    ...{ id, title, status, closed, bookId, bookTitle, isBookOffered, dueOn, comment, questions },
    isHandedBack: isHandedBack(card),
  };
}

function marksOf(cards: readonly SubmissionCard[]): MyAssignments["marks"] {
  const marks: MyAssignments["marks"] = {};
  for (const card of cards) {
    if (card.closed !== null) continue;
    if (isHandedBack(card)) marks[card.bookId] = "handed_back";
    else marks[card.bookId] ??= "assignment";
  }
  return marks;
}
