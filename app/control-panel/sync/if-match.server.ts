/** `If-Match` header with the revision that the form was loaded with; empty if the form has none. */
export function ifMatchOf(formData: FormData): { "if-match"?: string } {
  const revision = formData.get("revision");
  return typeof revision === "string" && revision !== "" ? { "if-match": `"${revision}"` } : {};
}
