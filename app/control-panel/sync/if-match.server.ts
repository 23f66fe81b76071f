/** The header that names the revision that a form was filled from; none where it says none. */
export function ifMatchOf(formData: FormData): { "if-match"?: string } {
  const revision = formData.get("revision");
  return typeof revision === "string" && revision !== "" ? { "if-match": `"${revision}"` } : {};
}
