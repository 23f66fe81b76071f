import type { Page } from "@playwright/test";
import type { Viewer } from "./sign-in";

/** A screen that is checked: by screenshot (`npm run pictures`) and with axe (tests/e2e/accessibility.spec.ts). */
export type Screen = {
  name: string;
  path: string;
  viewer: Viewer;
  /** `se` by default. */
  realm?: string;
  /** Another state of a screen in the list; `npm run test:full` checks it with axe. */
  isFurtherState?: true;
  /** A screenshot of the whole page, even with `prepare`. */
  isWhole?: true;
  /** Brings the page into the state to check. */
  prepare?: (page: Page) => Promise<void>;
};
