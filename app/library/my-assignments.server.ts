import { getWiring } from "~/clients/wiring.server";
import { orRefuse } from "~/forms/service-errors.server";
import { ServiceError } from "~/services/contracts/service-error";
import type { SubmissionCard } from "~/services/contracts/submissions";
import { requireUser, type SignedIn } from "~/session/guard.server";

/** What stands above the shelf: a pupil's own assignments, or a guardian's pupils'. docs/product/reader.md#assignments. */
export type MyAssignments = {
  own: AssignmentCard[];
  pupils: Array<{ id: string; name: string; cards: AssignmentCard[] }>;
  /** Whether there are more than the own cards here. */
  hasMore: boolean;
  /** What waits for the pupil in a book, by the book's id. */
  marks: Record<string, BookMark>;
};
export type BookMark = "assignment" | "handed_back";
export type AssignmentCard = Pick<
  SubmissionCard,
  "id" | "title" | "status" | "closed" | "bookId" | "bookTitle" | "isBookOffered" | "dueOn" | "comment" | "questions"
> & { isHandedBack: boolean };

const none: MyAssignments = { own: [], pupils: [], hasMore: false, marks: {} };
/** Cards above a shelf, of each person. */
const shownAtMost = 6;

/** Nothing for staff and families, for whoever acts as somebody, and while the service is away: the shelf is shown anyway. */
export async function loadMyAssignments(person: SignedIn, most = shownAtMost): Promise<MyAssignments> {
  try {
    // Of a pupil also what stands below the first ones: its books bear a mark.
    return await fetchAssignments(person, { most });
  } catch (error) {
    if (error instanceof ServiceError) return none;
    throw error;
  }
}

/** All of them, on a page of their own. */
export async function loadAllMyAssignments(request: Request): Promise<MyAssignments> {
  return orRefuse(fetchAssignments(await requireUser(request), { most: undefined }), request);
}

/** @param most cards of each person; all of them where it is left out */
async function fetchAssignments(
  { user, credentials }: SignedIn,
  { most }: { most: number | undefined },
): Promise<MyAssignments> {
  if (user.isImpersonated || user.isConsumer) return none;
  const { submissions } = getWiring().clients;
  if (user.isStudent) {
    const { body } = await submissions.getSubmissionCards({ query: {} }, credentials);
    const own = body.data.slice(0, most).map(cardOf);
    return { ...none, own, hasMore: own.length < body.data.length, marks: marksOf(body.data) };
  }
  if (!user.isGuardian) return none;
  const { body } = await submissions.getPupilSubmissions({ query: { limit: most } }, credentials);
  const pupils = body.data.map(({ id, name, submissions: cards }) => ({ id, name, cards: cards.map(cardOf) }));
  return { ...none, pupils: pupils.filter(({ cards }) => cards.length > 0) };
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
