/** The name of a service behind the label or type of a subscription. Spec 3, section 4. */
export function normalLabel(label: string): string {
  if (label.includes("begreppa")) return "begreppa";
  return label.replace(/polylino-school/g, "polyglutt-school");
}
