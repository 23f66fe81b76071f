import type { CallContext } from "~/clients/client";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import { getWiring } from "~/clients/wiring.server";
import { getTranslator } from "~/i18n/i18n.server";
import { dayIn } from "~/realms/realm";
import { ServiceError } from "~/services/contracts/service-error";
import { fetchAllPages } from "~/session/displayed-account.server";
import { requireParent, type SignedIn } from "~/session/guard.server";
import { redirectWithNotice } from "~/shell/notice.server";

/** One's own data as a file: all that the services keep of a person and know how to give. */

/**
 * The file; while a part of it cannot be had, the way back to the profile, which says so.
 * @throws Response 403 while somebody acts as the person
 */
export async function exportOwnData(request: Request): Promise<Response> {
  const person = await requireParent(request);
  if (person.user.isImpersonated) throw new Response("Not while acting as somebody", { status: 403 });
  const content = await nullIfUnavailable(collectOwnData(person));
  if (content === null) {
    const t = await getTranslator(request, "settings");
    return redirectWithNotice("/profile", "error", t("data.away"));
  }
  return new Response(`${JSON.stringify(content, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="fabel-${dayIn(person.realm, new Date())}.json"`,
      "Cache-Control": "no-store",
    },
  });
}

async function collectOwnData({ user, credentials, realm }: SignedIn): Promise<object> {
  const { account, auth, library } = getWiring().clients;
  const [me, organizations, groups, sessions, books] = await Promise.all([
    account.getMe({}, credentials),
    fetchAllPages((query) => account.getMyOrganizations({ query }, credentials)),
    fetchAllPages((query) => account.getMyGroups({ query }, credentials)),
    auth.getSessions({}, credentials),
    library.getUserBooks({ params: { id: user.uid }, query: {} }, credentials),
  ]);
  const children = me.body.family === null ? [] : (await account.getProfiles({}, credentials)).body.data;
  return {
    exportedAt: new Date().toISOString(),
    country: realm,
    me: me.body,
    organizations,
    groups,
    sessions: sessions.body.data,
    bookshelf: books.body.data.map(({ id, title, language }) => ({ id, title, language })),
    submissions: await collectSubmissions(credentials),
    ...(await collectReading(user.uid, credentials)),
    children: await Promise.all(
      children.map(async ({ id, name, avatar, ageLimit }) => ({
        name,
        avatar,
        ageLimit,
        ...(await collectReading(user.uid, { ...credentials, profileId: id })),
      })),
    ),
  };
}

/** What the person has answered, with the questions. */
async function collectSubmissions(credentials: CallContext): Promise<object[]> {
  const { submissions } = getWiring().clients;
  const all: object[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { ownership: "Mine" as const, limit: 100, ...(cursor === undefined ? {} : { cursor }) };
    const { body } = await submissions.getSubmissions({ query }, credentials);
    all.push(...body.data);
    cursor = body.cursor;
  }
  return all;
}

/** What is kept for one reader: the person, or the child that the call context names. */
async function collectReading(uid: string, credentials: CallContext): Promise<object> {
  const { account, library } = getWiring().clients;
  const [settings, readings, own] = await Promise.all([
    account.getSettings({}, credentials),
    library.getReadings({ params: { id: uid } }, credentials),
    fetchAllPages(({ pageNumber }) =>
      library.getShelf({ params: { id: uid }, query: { place: "mine", page: pageNumber } }, credentials),
    ).catch(nullWhenGone),
  ]);
  const begun = readings.body.data;
  const marked = await Promise.all(
    begun.map(({ bookId }) => library.getBookmarks({ params: { id: bookId } }, credentials).catch(nullWhenGone)),
  );
  return {
    settings: settings.body,
    ownShelf: own?.map(({ book }) => book.id) ?? [],
    readings: begun.map((reading, index) => ({ ...reading, bookmarks: marked[index]?.body ?? [] })),
  };
}

/** A book may have left the shelf since it was read. */
function nullWhenGone(error: unknown): null {
  if (error instanceof ServiceError && error.status === 404) return null;
  throw error;
}
