import type { FormResult } from "./form-result";

/**
 * React key of a form that edits a stored item. conform keeps the values with which a form was mounted, so the form is mounted again when
 * it must show others: after a save, and merged ones after a conflict. A refused form keeps its key although the page may have read a newer
 * version, so that nothing typed since is lost.
 * @param version the stored version
 * @param versionName name of the form's field with the version
 */
export function editFormKey(
  version: number | string,
  result: Pick<Partial<FormResult>, "lastResult" | "stale"> | null | undefined,
  versionName = "version",
): string {
  if (result?.stale) return `merged ${result.stale.version}`;
  return String(result?.lastResult?.initialValue?.[versionName] ?? version);
}
