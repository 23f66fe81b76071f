import { getWiring } from "~/clients/wiring.server";
import { countQuestions, partsOf } from "~/reader/submissions/submission-parts";
import { ServiceError } from "~/services/contracts/service-error";
import type { SubmissionCard } from "~/services/contracts/submissions";
import type { SignedIn } from "~/session/guard.server";

/** What stands above the shelf: a pupil's own assignments, or a guardian's pupils'. docs/product/reader.md#assignments. */
export type MyAssignments = {
  own: AssignmentCard[];
  pupils: Array<{ id: string; name: string; cards: AssignmentCard[] }>;
};
export type AssignmentCard = Pick<
  SubmissionCard,
  "id" | "title" | "status" | "closed" | "bookId" | "bookTitle" | "isBookOffered" | "dueOn" | "comment" | "questions"
> & { isHandedBack: boolean };

const none: MyAssignments = { own: [], pupils: [] };
/** Cards above a shelf, of each person. */
const shownAtMost = 6;

/** Nothing for staff and families, for whoever acts as somebody, and while the service is away: the shelf is shown anyway. */
export async function loadMyAssignments({ user, credentials }: SignedIn): Promise<MyAssignments> {
  const { submissions } = getWiring().clients;
  try {
    if (user.isStudent) {
      const query = { ownership: "Mine" as const, limit: 20 };
      const { body } = await submissions.getSubmissions({ query }, credentials);
      const own = body.data.map((submission) => {
        const { title, exercises } = partsOf(submission);
        return cardOf({ ...submission, title, questions: countQuestions(exercises) });
      });
      return { own: inOrder(own), pupils: [] };
    }
    if (!user.isGuardian) return none;
    const { body } = await submissions.getPupilSubmissions({}, credentials);
    const pupils = body.data.map(({ id, name, submissions: cards }) => ({
      id,
      name,
      cards: inOrder(cards.map(cardOf)),
    }));
    return { own: [], pupils: pupils.filter(({ cards }) => cards.length > 0) };
  } catch (error) {
    if (error instanceof ServiceError) return none;
    throw error;
  }
}

function cardOf(card: Omit<AssignmentCard, "isHandedBack"> & { handedBackAt: string | null }): AssignmentCard {
  const { id, title, status, closed, bookId, bookTitle, isBookOffered, dueOn, comment, questions, handedBackAt } = card;
  const isHandedBack = status === "InProgress" && handedBackAt !== null;
  return { id, title, status, closed, bookId, bookTitle, isBookOffered, dueOn, comment, questions, isHandedBack };
}

/** What is to be done first, by when it is due. */
function inOrder(cards: AssignmentCard[]): AssignmentCard[] {
  const rank = ({ status }: AssignmentCard) => (status === "Submitted" ? 1 : 0);
  const due = ({ dueOn }: AssignmentCard) => dueOn ?? "9999";
  return cards
    .toSorted((one, other) => rank(one) - rank(other) || (due(one) < due(other) ? -1 : due(one) > due(other) ? 1 : 0))
    .slice(0, shownAtMost);
}
