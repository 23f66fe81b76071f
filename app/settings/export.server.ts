import { getWiring } from "~/clients/wiring.server";
import { dayIn } from "~/realms/realm";
import { ServiceError } from "~/services/contracts/service-error";
import { requireUser } from "~/session/guard.server";
import { gatherPages } from "~/session/shown-account.server";

/** One's own data as a file: all that the services keep of a person and know how to give. Issue 3, part 8. */

/** @throws Response 403 while somebody acts as the person */
export async function exportOwnData(request: Request): Promise<Response> {
  const { user, credentials, realm } = await requireUser(request);
  if (user.isImpersonated) throw new Response("Not while acting as somebody", { status: 403 });
  const { account, auth, library } = getWiring().clients;
  const [me, organizations, groups, settings, sessions, books, readings] = await Promise.all([
    account.getMe({}, credentials),
    gatherPages((query) => account.getMyOrganizations({ query }, credentials)),
    gatherPages((query) => account.getMyGroups({ query }, credentials)),
    account.getSettings({}, credentials),
    auth.getSessions({}, credentials),
    library.getUserBooks({ params: { id: user.uid }, query: {} }, credentials),
    library.getReadings({ params: { id: user.uid } }, credentials),
  ]);
  const begun = readings.body.data;
  const marked = await Promise.all(
    begun.map(({ bookId }) => library.getBookmarks({ params: { id: bookId } }, credentials).catch(nullWhenGone)),
  );
  const content = {
    exportedAt: new Date().toISOString(),
    country: realm,
    me: me.body,
    organizations,
    groups,
    settings: settings.body,
    sessions: sessions.body.data,
    bookshelf: books.body.data.map(({ id, title, language }) => ({ id, title, language })),
    readings: begun.map((reading, index) => ({ ...reading, bookmarks: marked[index]?.body ?? [] })),
  };
  return new Response(`${JSON.stringify(content, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="fabel-${dayIn(realm, new Date())}.json"`,
      "Cache-Control": "no-store",
    },
  });
}

/** A book may have left the shelf since it was read. */
function nullWhenGone(error: unknown): null {
  if (error instanceof ServiceError && error.status === 404) return null;
  throw error;
}
