/** Reader theme by the service that it was opened from. docs/product/reader.md#users, #limits. */
export type ServiceTheme = "default" | "large";

/** Services for beginning readers. Decision 17. */
const largeServices = new Set(["polylino"]);

/** @param origin query parameter with the service that the book was opened from; null if absent */
export function serviceThemeOf(origin: string | null): ServiceTheme {
  return origin !== null && largeServices.has(origin) ? "large" : "default";
}
