import type { Holder } from "./offline-book";

/** Whose session the browser has, as `GET /reader/holder` answers. Acting as somebody one holds no device: nothing is kept or read then. */
export type WhoIsThere = { holder: Holder | null; isActing: boolean };
