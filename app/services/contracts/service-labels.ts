/** The name of a service behind the label or type of a subscription. docs/product/control-panel.md#states. */
export function normalLabel(label: string): string {
  if (label.includes("begreppa")) return "begreppa";
  return label.replace(/polylino-school/g, "polyglutt-school");
}
