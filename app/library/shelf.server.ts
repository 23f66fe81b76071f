import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { hiddenField } from "~/forms/form-fields";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { isFailure, orThrowResponse } from "~/forms/service-errors.server";
import { languageOf } from "~/i18n/i18n";
import type { ReadingWeek } from "~/services/contracts/reading-log";
import type { Shelf } from "~/services/contracts/shelf";
import type { SignedIn } from "~/session/guard.server";
import { filterFromQuery, isShelfFiltered, type ShelfFilter } from "./shelf-filter";
import { shelfIntents } from "./shelf-intents";

export type ShelfPageData = { shelf: Shelf; filter: ShelfFilter; isEmployee: boolean; week?: ReadingWeek | null };

/**
 * The user's shelf with the filter from the URL.
 * @param withWeek whether to load the reading week, shown on the unfiltered first page to users who read for themselves
 */
export async function loadShelf(
  request: Request,
  { backend, user, credentials, locale }: SignedIn,
  { withWeek = true } = {},
): Promise<ShelfPageData> {
  const filter = filterFromQuery(new URL(request.url).searchParams);
  const query = { ...filter, own: languageOf(locale) };
  const { library } = backend.clients;
  const isWeekShown = withWeek && !user.isEmployee && !user.sharedAccount && !isShelfFiltered(filter) && !filter.page;
  const [{ body }, week] = await Promise.all([
    library.getShelf({ params: { id: user.uid }, query }, credentials),
    isWeekShown ? findWeek(backend, user.uid, credentials) : null,
  ]);
  // A family belongs to its country's consumer unit, which is not a school and has no shelf.
  const places = body.places.filter((place) => place !== "school" || !user.isConsumer);
  const shelf = { ...body, places };
  return { shelf, filter: withShelfOf(filter, places), isEmployee: user.isEmployee, week };
}

/** Ignores a shelf in the URL that the user doesn't have, e.g. an own one for a shared account. */
function withShelfOf({ place, ...filter }: ShelfFilter, places: Shelf["places"]): ShelfFilter {
  return place && places.includes(place) ? { ...filter, place } : filter;
}

/** null also if the request fails: the shelf is shown without the week then. */
async function findWeek(
  backend: Backend,
  uid: string,
  credentials: SignedIn["credentials"],
): Promise<ReadingWeek | null> {
  try {
    return (await backend.clients.library.getReadingWeek({ params: { id: uid } }, credentials)).body;
  } catch (error) {
    isFailure(backend, error);
    return null;
  }
}

/** A book that was just removed from 'Keep reading' and can be restored. */
export type ShelfResult = { removed: { id: string; title: string } | null };

const bookForm = z.object({ book: hiddenField });

const actions: Record<string, boolean> = { [shelfIntents.remove]: true, [shelfIntents.putBack]: false };

/** @throws Response 404 for a book that was not begun, 403 for users whose positions are not stored */
export async function actOnShelf(request: Request, { backend, user, credentials }: SignedIn): Promise<ShelfResult> {
  const formData = await request.formData();
  const isHidden = actionOf(actions, formData);
  const { book: bookId } = readForm(formData, bookForm).values;
  const { library } = backend.clients;
  const input = { params: { id: user.uid, bookId }, body: { isHidden } };
  await orThrowResponse(library.setReading(input, credentials), request);
  if (!isHidden) return { removed: null };
  const { body } = await orThrowResponse(library.getBook({ params: { id: bookId } }, credentials), request);
  return { removed: { id: body.id, title: body.title } };
}
