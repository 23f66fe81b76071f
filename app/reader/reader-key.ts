import { ownerHeaders } from "~/browser-outbox/entry-profile";

/**
 * Identifies the reader's user in one string: the uid, followed by the child profile of a family, if one is reading. It
 * is the key of the settings on a device, and named in the reader's requests, so that a book left open as one child
 * saves nothing as another. docs/product/reader.md#entities.
 */
export function readerKey(uid: string, profileId: string | null): string {
  return profileId === null ? uid : `${uid}/${profileId}`;
}

/** Splits a reader key. */
function readReaderKey(key: string): { uid: string; profileId: string | null } {
  const [uid = "", profileId = null] = key.split("/");
  return { uid, profileId };
}

/** Headers for requests of the open reader that name the user it was opened for. */
export function readerHeaders(key: string): Record<string, string> {
  return ownerHeaders(readReaderKey(key));
}
