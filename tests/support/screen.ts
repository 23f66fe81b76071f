import type { Page } from "@playwright/test";
import type { Viewer } from "./sign-in";

/** Every screen that is looked at: as a picture (`npm run pictures`) and by axe (tests/e2e/accessibility.spec.ts). */
export type Screen = {
  name: string;
  path: string;
  viewer: Viewer;
  /** `se` unless said. */
  realm?: string;
  /** Another state of a screen that is in the list already; `npm run test:full` looks at it with axe. */
  isFurtherState?: true;
  /** A picture of the whole page although it was prepared. */
  isWhole?: true;
  /** Brings the page into the state that is meant. */
  prepare?: (page: Page) => Promise<void>;
};
