import { ownerHeaders } from "~/browser-outbox/entry-profile";

/**
 * Who reads in an open reader, in one text: the uid, and behind it the child of a family where one reads. It is the key of the
 * settings that a device keeps, and what the reader's calls name, so that a book left open as one child saves nothing as another.
 * docs/product/reader.md#entities.
 */
export function readerKey(uid: string, profileId: string | null): string {
  return profileId === null ? uid : `${uid}/${profileId}`;
}

/** The two parts again. */
export function readReaderKey(key: string): { uid: string; profileId: string | null } {
  const [uid = "", profileId = null] = key.split("/");
  return { uid, profileId };
}

/** Headers for requests of the open reader that name the person it was opened for. */
export function writerHeaders(key: string): Record<string, string> {
  return ownerHeaders(readReaderKey(key));
}
