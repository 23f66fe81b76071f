import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { type ReaderPreferences, readerPreferencesSchema } from "~/services/contracts/reader-preferences";
import { ServiceError } from "~/services/contracts/service-error";
import type { CurrentUser } from "~/session/current-user";

/**
 * The user's reader settings on the server; null for shared accounts, which store theirs on the device only, and if the
 * service does not respond: then the device's settings are used.
 */
export async function savedSettings(
  backend: Backend,
  user: Pick<CurrentUser, "sharedAccount">,
  credentials: CallContext,
): Promise<ReaderPreferences | null> {
  if (user.sharedAccount) return null;
  try {
    return (await backend.clients.account.getSettings({}, credentials)).body.reader;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** Saves a change sent by the open reader. @throws ServiceError */
export async function changeSavedSettings(backend: Backend, request: Request, credentials: CallContext): Promise<void> {
  const reader = readerPreferencesSchema.safeParse(await request.json().catch(() => null));
  if (!reader.success) throw new ServiceError(400, "ValidationError", "These are no settings of a reader");
  await backend.clients.account.changeSettings({ body: { reader: reader.data } }, credentials);
}
