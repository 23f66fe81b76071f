import type { ClientOf } from "~/clients/client";
import { enterPanel, type Panel } from "~/control-panel/frame/panel.server";
import type { ImportContracts } from "~/services/contracts/imports";

export type ImportPanel = Omit<Panel, "client"> & { client: Panel["client"] & ClientOf<ImportContracts> };

export async function enterImport(request: Request): Promise<ImportPanel> {
  return (await enterPanel(request)) as ImportPanel;
}
