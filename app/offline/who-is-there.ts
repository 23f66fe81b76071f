import type { Holder } from "./offline-book";

/** The person of the browser's session, by `GET /reader/holder`. While acting as another there is no holder: no book can be downloaded or opened. */
export type WhoIsThere = { holder: Holder | null; isActing: boolean };
