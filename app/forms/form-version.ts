/** The version that a form was loaded with, from its field `version`; 0 if it has none, e.g. in a form from elsewhere. */
export function formVersionOf(formData: FormData): number {
  return Number(formData.get("version")) || 0;
}
