import { z } from "zod";
import { hiddenField } from "~/forms/form-fields";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { missingAsForbidden, orThrowResponse } from "~/forms/service-errors.server";
import type { BookDetails, ShelfBook } from "~/services/contracts/library";
import type { BookForChild } from "~/services/contracts/withheld-books";
import type { SignedIn } from "~/session/guard.server";
import { childIntents, placeIntents } from "./shelf-intents";

/** A shelf on which the user may put the book: their own, a school's, a class's. */
export type EditableShelf = { isOn: boolean } & (
  | { of: "mine" }
  | { of: "school" | "group"; owner: { uid: string; name: string } }
);

export type BookPageData = {
  book: BookDetails;
  similar: ShelfBook[];
  shelves: EditableShelf[];
  /** The book as each child of the family has it; only for parents. */
  childrenOfFamily: BookForChild[];
  /** Whether a child reads the page: a pupil, or a child of a family. */
  isForChild: boolean;
  /** A pupil, whose teacher may read the book together with the class. */
  mayFollow: boolean;
};

/** @throws Response 404 for a book that the user may not open */
export async function loadBookPage(request: Request, bookId: string, person: SignedIn): Promise<BookPageData> {
  const { library } = person.backend.clients;
  const { credentials } = person;
  const input = { params: { id: bookId } };
  const calls = Promise.all([
    library.getBook(input, credentials),
    library.getSimilarBooks(input, credentials),
    library.getBookPlaces(input, credentials),
    administeredSchools(person),
    taughtClasses(person),
    isParent(person) ? library.getBookForChildren(input, credentials) : null,
  ]);
  const [book, similar, { body: places }, schools, classes, forChildren] = await orThrowResponse(calls, request);
  const shelves: EditableShelf[] = [
    ...(places.mine === null || person.user.isImpersonated ? [] : [{ of: "mine" as const, isOn: places.mine }]),
    ...schools.map((owner) => ({ of: "school" as const, owner, isOn: places.schools.includes(owner.uid) })),
    ...classes.map((owner) => ({ of: "group" as const, owner, isOn: places.groups.includes(owner.uid) })),
  ];
  const childrenOfFamily = forChildren?.body.data ?? [];
  const isForChild = person.profileId !== null || (person.user.isStudent && !person.user.isEmployee);
  const mayFollow = person.user.isStudent && person.profileId === null;
  return { book: book.body, similar: similar.body.data, shelves, childrenOfFamily, isForChild, mayFollow };
}

/** A parent of a family, in person, while no child reads. */
function isParent({ user, profileId }: SignedIn): boolean {
  return user.isConsumer && !user.isImpersonated && profileId === null;
}

/** Schools whose shelf the user may edit, at most one page; the service checks again. */
async function administeredSchools({ backend, user, credentials }: SignedIn): Promise<{ uid: string; name: string }[]> {
  if (!user.isAdmin || user.isConsumer) return [];
  const { body } = await backend.clients.account.getMyOrganizations({ query: {} }, credentials);
  return body.data.filter(({ admin, active }) => admin && active).map(({ uid, name }) => ({ uid, name }));
}

/** Classes whose shelf the user may edit, at most one page; the service checks again. */
async function taughtClasses({ backend, user, credentials }: SignedIn): Promise<{ uid: string; name: string }[]> {
  if (!user.isEmployee) return [];
  const { body } = await backend.clients.account.getMyGroups({ query: { pageSize: 100 } }, credentials);
  return body.data.filter(({ active }) => active).map(({ uid, name }) => ({ uid, name }));
}

/** uid of the school or class whose shelf it is; both are empty for the user's own. */
const shelfForm = z.object({ school: hiddenField, group: hiddenField });

/** A child of the family. */
const childForm = z.object({ child: hiddenField });

type ShelfAction = "put" | "take" | ChildAction;
type ChildAction = (typeof childIntents)[keyof typeof childIntents];

const actions: Record<string, ShelfAction> = {
  [placeIntents.put]: "put",
  [placeIntents.take]: "take",
  ...Object.fromEntries(Object.values(childIntents).map((intent) => [intent, intent])),
};

/**
 * Puts the book on the user's own shelf, a school's or a class's, or removes it; or carries out a parent's choice for a child.
 * @throws Response 403, also for a parent's choice while a child reads, 404 as refused by the service
 */
export async function shelveBook(request: Request, bookId: string, person: SignedIn): Promise<null> {
  const formData = await request.formData();
  const action = actionOf(actions, formData);
  if (action === "put" || action === "take") {
    await orThrowResponse(shelve(action, bookId, readForm(formData, shelfForm).values, person), request);
    return null;
  }
  if (!isParent(person)) throw new Response(null, { status: 403 });
  await orThrowResponse(chooseForChild(action, bookId, readForm(formData, childForm).values.child, person), request);
  return null;
}

function chooseForChild(action: ChildAction, bookId: string, id: string, { backend, user, credentials }: SignedIn) {
  const { library } = backend.clients;
  const params = { id, bookId };
  const asChild = { ...credentials, profileId: id };
  const own = { id: user.uid };
  if (action === childIntents.put) return library.putUserBook({ params: own, body: { bookId } }, asChild);
  if (action === childIntents.take) return library.deleteUserBook({ params: { ...own, bookId } }, asChild);
  return action === childIntents.withhold
    ? library.withholdBook({ params }, credentials)
    : library.releaseBook({ params }, credentials);
}

function shelve(
  action: "put" | "take",
  bookId: string,
  { school, group }: z.output<typeof shelfForm>,
  { backend, user, credentials }: SignedIn,
) {
  const { library } = backend.clients;
  const id = school || group || user.uid;
  const put = { params: { id }, body: { bookId } };
  const take = { params: { id, bookId } };
  if (school) {
    if (action === "put") return library.addSchoolBook(put, credentials);
    return missingAsForbidden(library.deleteSchoolBook(take, credentials));
  }
  if (group) {
    if (action === "put") return library.addGroupBook(put, credentials);
    return missingAsForbidden(library.deleteGroupBook(take, credentials));
  }
  return action === "put" ? library.putUserBook(put, credentials) : library.deleteUserBook(take, credentials);
}
