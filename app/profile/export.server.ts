import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import { getTranslator } from "~/i18n/i18n.server";
import { brandName, dayIn, realmRow } from "~/realms/realm";
import type { Me } from "~/services/contracts/account";
import type { Annotation } from "~/services/contracts/annotations";
import type { NoteSet, SharedNote } from "~/services/contracts/class-notes";
import { ServiceError } from "~/services/contracts/service-error";
import { fetchAllPages } from "~/session/displayed-account.server";
import { requireParent, type SignedIn } from "~/session/guard.server";
import { redirectWithNotice } from "~/shell/notice.server";

/** Export of the user's own data: everything that the services store about a person and can export. */

/**
 * Sends the file; if a part of it is unavailable, redirects to the profile with a notice.
 * @throws Response 403 while impersonating
 */
export async function exportOwnData(backend: Backend, request: Request): Promise<Response> {
  const person = await requireParent(backend, request);
  if (person.user.isImpersonated) throw new Response("Not while acting as somebody", { status: 403 });
  const content = await nullIfUnavailable(collectOwnData(person));
  if (content === null) {
    const t = await getTranslator(request, "settings");
    return redirectWithNotice("/profile", "error", t("data.unavailable"));
  }
  const product = brandName(realmRow(person.realm).brand).toLowerCase();
  return new Response(`${JSON.stringify(content, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${product}-${dayIn(person.realm, new Date())}.json"`,
      "Cache-Control": "no-store",
    },
  });
}

async function collectOwnData({ backend, user, credentials, realm }: SignedIn): Promise<object> {
  const { account, auth, library, payment } = backend.clients;
  const [me, details, organizations, groups, sessions, mails, books, led] = await Promise.all([
    account.getMe({}, credentials),
    account.getMyDetails({}, credentials),
    fetchAllPages((query) => account.getMyOrganizations({ query }, credentials)),
    fetchAllPages((query) => account.getMyGroups({ query }, credentials)),
    auth.getSessions({}, credentials),
    account.getMails({}, credentials),
    library.getUserBooks({ params: { id: user.uid }, query: {} }, credentials),
    library.getUserLedReadings({ params: { id: user.uid } }, credentials),
  ]);
  const isFamily = me.body.family !== null;
  const children = isFamily ? (await account.getProfiles({}, credentials)).body.data : [];
  return {
    exportedAt: new Date().toISOString(),
    country: realm,
    me: { ...me.body, ...details.body, preferredName: user.preferredName, family: familyIn(me.body.family) },
    organizations,
    groups,
    sessions: sessions.body.data,
    mails: mails.body.data,
    bookshelf: books.body.data.map(({ id, title, language }) => ({ id, title, language })),
    ledReadings: led.body.data,
    submissions: await collectSubmissions(backend, credentials),
    classNotes: await collectClassNotes(backend, user.uid, credentials),
    ...(await collectReading(backend, user.uid, credentials)),
    ...(isFamily
      ? {
          purchases: {
            orders: (await payment.getPurchases({}, credentials)).body.data,
            // Null while the payment provider, who keeps them, cannot be reached.
            subscriptions: (await nullIfUnavailable(payment.getSubscriptions({}, credentials)))?.body.data ?? null,
            invoices: (await nullIfUnavailable(payment.getInvoices({}, credentials)))?.body.data ?? null,
          },
          consents: (await payment.getConsents({}, credentials)).body.data,
          statements: (await payment.getStatements({}, credentials)).body.data,
          parentPin: (await auth.getParentPin({}, credentials)).body,
          support: (await payment.getSupportActs({}, credentials)).body,
        }
      : {}),
    children: await Promise.all(
      children.map(async ({ id, name, avatar, ageLimit, words }) => ({
        name,
        avatar,
        ageLimit,
        wordsExplained: words === "on",
        withheldBooks: (await library.getWithheldBooks({ params: { id } }, credentials)).body.data.map((book) => ({
          ...{ id: book.id, title: book.title },
        })),
        joinedDevices: sessions.body.data.flatMap(({ device, createdAt, lastUsedAt }) =>
          device?.profileId === id ? [{ name: device.name, joinedAt: createdAt, lastUsedAt }] : [],
        ),
        ...(await collectReading(backend, user.uid, { ...credentials, profileId: id })),
      })),
    ),
  };
}

/** The day is the last one with books, which may be a day of grace after what is paid: not the day that page and mails name as the end. */
function familyIn(family: Me["family"]): object | null {
  if (family === null) return null;
  const { endsOn, ...known } = family;
  return { ...known, booksOpenUntil: endsOn };
}

/** The person's submissions, with the questions. */
async function collectSubmissions(backend: Backend, credentials: CallContext): Promise<object[]> {
  const { submissions } = backend.clients;
  const all: object[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { ownership: "Mine" as const, limit: 100, ...(cursor === undefined ? {} : { cursor }) };
    const { body } = await submissions.getSubmissions({ query }, credentials);
    all.push(...body.data);
    cursor = body.cursor;
  }
  return all;
}

/** Data of one reader: the person, or the child profile in the call context. */
async function collectReading(backend: Backend, uid: string, credentials: CallContext): Promise<object> {
  const { account, library } = backend.clients;
  const [settings, readings, own] = await Promise.all([
    account.getSettings({}, credentials),
    library.getReadings({ params: { id: uid } }, credentials),
    fetchAllPages(({ pageNumber }) =>
      library.getShelf({ params: { id: uid }, query: { place: "mine", page: pageNumber } }, credentials),
    ).catch(nullIfNotFound),
  ]);
  const begun = readings.body.data;
  const marked = await Promise.all(
    begun.map(({ bookId }) => library.getBookmarks({ params: { id: bookId } }, credentials).catch(nullIfNotFound)),
  );
  return {
    settings: settings.body,
    notes: await collectNotes(backend, uid, credentials),
    words: (await library.getSavedWords({ params: { id: uid } }, credentials)).body.data,
    ownShelf: own?.map(({ book }) => book.id) ?? [],
    readings: begun.map((reading, index) => ({ ...reading, bookmarks: marked[index]?.body ?? [] })),
  };
}

/** The reader's highlights and notes in all books. */
async function collectNotes({ clients }: Backend, uid: string, credentials: CallContext): Promise<Annotation[]> {
  const all: Annotation[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const query = after === undefined ? {} : { after };
    const { body } = await clients.library.getUserAnnotations({ params: { id: uid }, query }, credentials);
    all.push(...body.data);
    after = body.next;
  }
  return all;
}

type ClassNotesOfUser = {
  sets: Array<Pick<NoteSet, "id" | "title" | "shownFrom" | "notes"> & { bookId: string }>;
  shared: Array<SharedNote & { bookId: string }>;
  hidden: string[];
};

/** Notes that the person has written for classes, copies that the person shares with teachers, and teachers' notes that are hidden. */
async function collectClassNotes(
  { clients }: Backend,
  uid: string,
  credentials: CallContext,
): Promise<ClassNotesOfUser> {
  const all: ClassNotesOfUser = { sets: [], shared: [], hidden: [] };
  for (let after: string | null | undefined; after !== null; ) {
    const query = after === undefined ? {} : { after };
    const { body } = await clients.library.getUserClassNotes({ params: { id: uid }, query }, credentials);
    all.sets.push(...body.sets);
    all.shared.push(...body.shared);
    all.hidden.push(...body.hidden);
    after = body.next;
  }
  return all;
}

/** The book may have been removed from the shelf since it was read. */
function nullIfNotFound(error: unknown): null {
  if (error instanceof ServiceError && error.status === 404) return null;
  throw error;
}
