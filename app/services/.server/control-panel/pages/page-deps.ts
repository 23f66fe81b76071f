import type { DisplayCache } from "~/caching/display-cache";
import type { ControlPanelDeps } from "~/services/.server/control-panel/deps";

/** What the page reads use. */
export type PageDeps = ControlPanelDeps & { displayCache: DisplayCache };
