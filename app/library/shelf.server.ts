import { getWiring } from "~/clients/wiring.server";
import { actionOf } from "~/forms/intents";
import { isFailure, orRefuse } from "~/forms/service-errors.server";
import { languageOf } from "~/i18n/i18n";
import type { ReadingWeek } from "~/services/contracts/reading-log";
import type { Shelf } from "~/services/contracts/shelf";
import type { SignedIn } from "~/session/guard.server";
import { filterFromQuery, isFiltered, type ShelfFilter } from "./shelf-filter";
import { shelfIntents } from "./shelf-intents";

export type ShelfPage = { shelf: Shelf; filter: ShelfFilter; isEmployee: boolean; week?: ReadingWeek | null };

/**
 * The person's own shelf under the filter of the address.
 * @param withWeek whether the week stands above the first page of the whole shelf, for those who read for themselves
 */
export async function loadShelf(
  request: Request,
  { user, credentials, locale }: SignedIn,
  { withWeek = true } = {},
): Promise<ShelfPage> {
  const filter = filterFromQuery(new URL(request.url).searchParams);
  const query = { ...filter, own: languageOf(locale) };
  const { library } = getWiring().clients;
  const isWeekShown = withWeek && !user.isEmployee && !user.sharedAccount && !isFiltered(filter) && !filter.page;
  const [{ body }, week] = await Promise.all([
    library.getShelf({ params: { id: user.uid }, query }, credentials),
    isWeekShown ? findWeek(user.uid, credentials) : null,
  ]);
  // A family has a place at its country's consumer unit, which is no school and fills no shelf.
  const places = body.places.filter((place) => place !== "school" || !user.isConsumer);
  const shelf = { ...body, places };
  return { shelf, filter: withShelfOf(filter, places), isEmployee: user.isEmployee, week };
}

/** An address that names a shelf which the person does not have, e.g. an own one of a shared account, names none. */
function withShelfOf({ place, ...filter }: ShelfFilter, places: Shelf["places"]): ShelfFilter {
  return place && places.includes(place) ? { ...filter, place } : filter;
}

/** null also where it cannot be had: the shelf is worth more than the week above it. */
async function findWeek(uid: string, credentials: SignedIn["credentials"]): Promise<ReadingWeek | null> {
  try {
    return (await getWiring().clients.library.getReadingWeek({ params: { id: uid } }, credentials)).body;
  } catch (error) {
    isFailure(error);
    return null;
  }
}

/** A book that was just taken off 'Keep reading' and can be put back. */
export type ShelfResult = { removed: { id: string; title: string } | null };

const actions: Record<string, boolean> = { [shelfIntents.remove]: true, [shelfIntents.putBack]: false };

/** @throws Response 404 for a book that one has not begun, 403 for those whose places are not kept */
export async function actOnShelf(request: Request, { user, credentials }: SignedIn): Promise<ShelfResult> {
  const formData = await request.formData();
  const isHidden = actionOf(actions, formData);
  const bookId = String(formData.get("book") ?? "");
  const { library } = getWiring().clients;
  const input = { params: { id: user.uid, bookId }, body: { isHidden } };
  await orRefuse(library.setReading(input, credentials), request);
  if (!isHidden) return { removed: null };
  const { body } = await orRefuse(library.getBook({ params: { id: bookId } }, credentials), request);
  return { removed: { id: body.id, title: body.title } };
}
