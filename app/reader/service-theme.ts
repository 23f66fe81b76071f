/** How the reader looks in the service that it was opened from. docs/product/reader.md#users, #limits. */
export type ServiceTheme = "default" | "large";

/** Services whose readers have just learned to read. Decision 17. */
const largeServices = new Set(["polylino"]);

/** @param origin the query parameter that names the service a book was opened from; null where none is named */
export function serviceThemeOf(origin: string | null): ServiceTheme {
  return origin !== null && largeServices.has(origin) ? "large" : "default";
}
