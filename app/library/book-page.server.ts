import { getWiring } from "~/clients/wiring.server";
import { actionOf } from "~/forms/intents";
import { orRefuse } from "~/forms/service-errors.server";
import type { BookDetails, ShelfBook } from "~/services/contracts/library";
import type { SignedIn } from "~/session/guard.server";
import { placeIntents } from "./shelf-intents";

/** A shelf that the person may put the book on or take it off. */
export type EditableShelf = { school: { uid: string; name: string } | null; isOn: boolean };

export type BookPageData = { book: BookDetails; similar: ShelfBook[]; shelves: EditableShelf[] };

/** @throws Response 404 for a book that the person may not open */
export async function loadBookPage(request: Request, bookId: string, person: SignedIn): Promise<BookPageData> {
  const { library } = getWiring().clients;
  const { credentials } = person;
  const input = { params: { id: bookId } };
  const calls = Promise.all([
    library.getBook(input, credentials),
    library.getSimilarBooks(input, credentials),
    library.getBookPlaces(input, credentials),
    administeredSchools(person),
  ]);
  const [book, similar, { body: places }, schools] = await orRefuse(calls, request);
  const shelves = [
    ...(places.mine === null || person.user.isImpersonated ? [] : [{ school: null, isOn: places.mine }]),
    ...schools.map((school) => ({ school, isOn: places.schools.includes(school.uid) })),
  ];
  return { book: book.body, similar: similar.body.data, shelves };
}

/** Schools whose shelf the person may edit, at most a page of them; the service decides again. */
async function administeredSchools({ user, credentials }: SignedIn): Promise<{ uid: string; name: string }[]> {
  if (!user.isAdmin || user.isConsumer) return [];
  const { body } = await getWiring().clients.account.getMyOrganizations({ query: {} }, credentials);
  return body.data.filter(({ admin, active }) => admin && active).map(({ uid, name }) => ({ uid, name }));
}

const actions: Record<string, "put" | "take"> = { [placeIntents.put]: "put", [placeIntents.take]: "take" };

/** Puts the book on the person's own shelf or a school's, or takes it off. @throws Response 403, 404 as the service refuses */
export async function shelveBook(request: Request, bookId: string, { user, credentials }: SignedIn): Promise<null> {
  const formData = await request.formData();
  const action = actionOf(actions, formData);
  const school = String(formData.get("school") ?? "");
  const { library } = getWiring().clients;
  const id = school || user.uid;
  const put = { params: { id }, body: { bookId } };
  const take = { params: { id, bookId } };
  if (school) {
    const done =
      action === "put" ? library.addSchoolBook(put, credentials) : library.deleteSchoolBook(take, credentials);
    await orRefuse(done, request);
  } else {
    const done = action === "put" ? library.putUserBook(put, credentials) : library.deleteUserBook(take, credentials);
    await orRefuse(done, request);
  }
  return null;
}
