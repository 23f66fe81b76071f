import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { requireFamilyParent } from "~/family/profiles.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { bcp47, type Realm } from "~/realms/realm";
import type { ReadingWeek } from "~/services/contracts/reading-log";
import type { ReaderReading } from "~/services/contracts/reading-statistics";
import { requireUser, type SignedIn } from "~/session/guard.server";
import type { PeriodChoice } from "./reading-period";
import { daysOf, readPeriod } from "./reading-period.server";
import { sendReadingWorkbook } from "./reading-workbook.server";

/** Reading of a guardian's pupils and a family's children, for the guardian or the parents only. docs/product/reader.md#reading-log. */

/** A child as identified by the library: by uid, and a family's child by the profile in the call context. */
type Child = { id: string; name: string; uid: string; credentials: CallContext };

/** @throws Response 404 for users without children here, a redirect to the login page while a child of the family reads */
async function childrenOf(backend: Backend, request: Request): Promise<{ person: SignedIn; children: Child[] }> {
  const person = await requireUser(backend, request);
  const { user, credentials } = person;
  if (user.isConsumer) {
    const { profiles } = await requireFamilyParent(backend, request);
    const childOf = ({ id, name }: { id: string; name: string }) => ({
      ...{ id, name, uid: user.uid },
      credentials: { ...credentials, profileId: id },
    });
    return { person, children: profiles.map(childOf) };
  }
  if (!user.isGuardian) throw new Response(null, { status: 404 });
  const { body } = await orThrowResponse(backend.clients.library.getOwnPupils({}, credentials), request);
  return { person, children: body.data.map(({ uid, name }) => ({ id: uid, name, uid, credentials })) };
}

export type ChildBook = { id: string; title: string; language: string; coverUrl: string | null };
export type ChildrenData = {
  children: Array<{ id: string; name: string; week: ReadingWeek; books: ChildBook[] }>;
};

/** Number of covers beside a child's week. */
const maxBooks = 4;

/** All children with their last seven days, and the books of their last four weeks, latest first. */
export async function loadChildren(backend: Backend, request: Request): Promise<ChildrenData> {
  const { person, children } = await childrenOf(backend, request);
  const { library } = backend.clients;
  const rows = children.map(async ({ id, name, uid, credentials }) => {
    const input = { params: { id: uid }, query: daysOf(28, person.realm, new Date()) };
    const [{ body: week }, { body: reading }] = await Promise.all([
      orThrowResponse(library.getReadingWeek({ params: { id: uid } }, credentials), request),
      orThrowResponse(library.getUserReading(input, credentials), request),
    ]);
    const latest = [...reading.data.byBook].sort((one, other) => other.lastDay.localeCompare(one.lastDay));
    return { id, name, week, books: await booksOf(backend, latest.slice(0, maxBooks), credentials) };
  });
  return { children: await Promise.all(rows) };
}

/** The books with covers; books that the guardian may not see are left out. */
async function booksOf(
  backend: Backend,
  read: ReaderReading["byBook"],
  credentials: CallContext,
): Promise<ChildBook[]> {
  const { library } = backend.clients;
  const results = await Promise.allSettled(
    read.map(({ bookId }) => library.getBook({ params: { id: bookId } }, credentials)),
  );
  return results.flatMap((each) => {
    if (each.status === "rejected") return [];
    const { id, title, language, coverUrl } = each.value.body;
    return [{ id, title, language, coverUrl }];
  });
}

export type ChildReadingData = { name: string; days: PeriodChoice; reading: ReaderReading };

/** @throws Response 404 for a child that is not the caller's */
export async function loadChildReading(backend: Backend, request: Request, id: string): Promise<ChildReadingData> {
  const { person, children } = await childrenOf(backend, request);
  const child = children.find((each) => each.id === id);
  if (!child) throw new Response(null, { status: 404 });
  const days = readPeriod(new URL(request.url).searchParams);
  return { name: child.name, days, reading: await readingOf(backend, request, child, person.realm, days) };
}

async function readingOf(
  backend: Backend,
  request: Request,
  { uid, credentials }: Child,
  realm: Realm,
  days: PeriodChoice,
) {
  const input = { params: { id: uid }, query: daysOf(days, realm, new Date()) };
  const { body } = await orThrowResponse(backend.clients.library.getUserReading(input, credentials), request);
  return body.data;
}

/** The same data as a workbook. */
export async function sendChildReading(backend: Backend, request: Request, id: string): Promise<Response> {
  const { name, reading } = await loadChildReading(backend, request, id);
  const { realm, locale } = await requireUser(backend, request);
  const t = await getTranslator(request, "reading");
  return sendReadingWorkbook({ name, reading, t, realm, language: bcp47(locale) });
}
