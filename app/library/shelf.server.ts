import { getWiring } from "~/clients/wiring.server";
import { actionOf } from "~/forms/intents";
import { orRefuse } from "~/forms/service-errors.server";
import { languageOf } from "~/i18n/i18n";
import type { ReadingWeek } from "~/services/contracts/reading-log";
import type { Shelf } from "~/services/contracts/shelf";
import type { SignedIn } from "~/session/guard.server";
import { filterFromQuery, type ShelfFilter } from "./shelf-filter";
import { shelfIntents } from "./shelf-intents";

export type ShelfPage = { shelf: Shelf; filter: ShelfFilter; isEmployee: boolean; week?: ReadingWeek | null };

/** The person's own shelf under the filter of the address. */
export async function loadShelf(request: Request, { user, credentials, locale }: SignedIn): Promise<ShelfPage> {
  const filter = filterFromQuery(new URL(request.url).searchParams);
  const query = { ...filter, own: languageOf(locale) };
  const { library } = getWiring().clients;
  const isWeekShown = !user.isEmployee && !user.sharedAccount;
  const [{ body }, week] = await Promise.all([
    library.getShelf({ params: { id: user.uid }, query }, credentials),
    isWeekShown ? library.getReadingWeek({ params: { id: user.uid } }, credentials) : null,
  ]);
  return { shelf: body, filter, isEmployee: user.isEmployee, week: week?.body ?? null };
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
