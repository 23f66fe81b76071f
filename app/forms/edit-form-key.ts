import type { SubmissionResult } from "@conform-to/react";
import type { FormResult } from "./form-result";

/**
 * A hidden field of a form that was sent and came back, e.g. the version that it was loaded with.
 * @returns the field as sent; undefined if no form with such a field was sent
 */
export function sentField(result: SubmissionResult<string[]> | null | undefined, name: string): string | undefined {
  const value = result?.initialValue?.[name];
  return typeof value === "string" ? value : undefined;
}

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
  return sentField(result?.lastResult, versionName) ?? String(version);
}
