import type { Backend } from "~/clients/backend";
import { orThrowResponse } from "~/forms/service-errors.server";
import { ServiceError } from "~/services/contracts/service-error";
import type { SubmissionCard } from "~/services/contracts/submissions";
import { requireUser, type SignedIn } from "~/session/guard.server";

/** Assignments above the shelf: a pupil's own, or those of a guardian's pupils. docs/product/reader.md#assignments. */
export type MyAssignmentsData = {
  own: AssignmentCard[];
  pupils: Array<{ id: string; name: string; cards: AssignmentCard[] }>;
  /** Whether there are more own cards than listed. */
  hasMore: boolean;
  /** A pupil's open assignments, by the book's id. */
  marks: Record<string, BookMark>;
};
export type BookMark = "assignment" | "handed_back";
export type AssignmentCard = Pick<
  SubmissionCard,
  "id" | "title" | "status" | "closed" | "bookId" | "bookTitle" | "isBookOffered" | "dueOn" | "comment" | "questions"
> & { isHandedBack: boolean };

const none: MyAssignmentsData = { own: [], pupils: [], hasMore: false, marks: {} };
/** Maximum number of cards per pupil above the shelf. */
const maxAssignments = 6;

/** Empty for staff and families, during impersonation, and while the service is unavailable: the shelf is shown regardless. */
export async function loadMyAssignments(person: SignedIn, most = maxAssignments): Promise<MyAssignmentsData> {
  try {
    // Fetches all of a pupil's cards, because the books of unlisted ones are marked too.
    return await fetchAssignments(person, { most });
  } catch (error) {
    if (error instanceof ServiceError) return none;
    throw error;
  }
}

/** All assignments, for their own page. */
export async function loadAllMyAssignments(backend: Backend, request: Request): Promise<MyAssignmentsData> {
  return orThrowResponse(fetchAssignments(await requireUser(backend, request), { most: undefined }), request);
}

/** @param most number of cards per pupil; all if undefined */
async function fetchAssignments(
  { backend, user, credentials }: SignedIn,
  { most }: { most: number | undefined },
): Promise<MyAssignmentsData> {
  if (user.isImpersonated || user.isConsumer) return none;
  const { submissions } = backend.clients;
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

function marksOf(cards: readonly SubmissionCard[]): MyAssignmentsData["marks"] {
  const marks: MyAssignmentsData["marks"] = {};
  for (const card of cards) {
    if (card.closed !== null) continue;
    if (isHandedBack(card)) marks[card.bookId] = "handed_back";
    else marks[card.bookId] ??= "assignment";
  }
  return marks;
}
