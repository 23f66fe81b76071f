import type { OfflineBookReader } from "./offline-book";

/**
 * User of the browser's session, from `GET /reader/holder`. During impersonation there is no holder: no book can be
 * downloaded or opened.
 */
export type SessionHolder = { holder: OfflineBookReader | null; isActing: boolean };
