/** Maps a subscription's label or type to the name of its service. docs/product/control-panel.md#states. */
export function normalLabel(label: string): string {
  if (label.includes("begreppa")) return "begreppa";
  return label.replace(/polylino-school/g, "polyglutt-school");
}
