import type { SubmissionResult } from "@conform-to/react";
import { restorableField } from "~/ui/form-owner";
import { sentField } from "./edit-form-key";
import type { FieldTexts, StaleVersion } from "./stale-version";

/** Hidden fields of the panel's forms. */

type FormMarksProps = {
  /** Version and values that the form was loaded with. */
  version: number;
  stored: FieldTexts;
  /** Set after an edit conflict: submitting again overwrites the other user's version. */
  stale: StaleVersion | undefined;
  /** Result of the form's submission: what it was loaded with is shown again, since another user may have saved since. */
  lastResult: SubmissionResult<string[]> | null | undefined;
  /** Version and values of a saved draft's form. */
  draft: { version?: string | number | null | undefined; read?: string | null | undefined } | null;
};

/** Hidden fields of a form that edits an existing item. */
export function EditFormFields(props: FormMarksProps) {
  return (
    <>
      <VersionFields {...props} />
      <input type="hidden" name={restorableField} value="on" />
    </>
  );
}

/** The version and the values that the form was loaded with, by which a conflict is found. */
export function VersionFields({
  version,
  stored,
  stale,
  lastResult,
  draft,
  versionName = "version",
}: FormMarksProps & { versionName?: string }) {
  const own = sentField(lastResult, versionName) ?? draft?.version ?? version;
  const read = sentField(lastResult, "read") ?? draft?.read ?? JSON.stringify(stored);
  return (
    <>
      <input type="hidden" name={versionName} value={stale?.version ?? own} />
      <input type="hidden" name="read" value={stale?.read ?? read} />
    </>
  );
}

/**
 * Makes a repeated submission return the first one's result. For forms whose answer is the page itself, such as a password that is shown
 * once: reloading that page submits the form again.
 */
export function IdempotencyField({ idempotencyKey }: { idempotencyKey: string | undefined }) {
  return <input type="hidden" name="key" value={idempotencyKey} />;
}

/** Hidden fields of a form that creates an item; the key prevents duplicates if it is submitted twice. */
export function NewFormFields({ idempotencyKey }: { idempotencyKey: string | undefined }) {
  return (
    <>
      <IdempotencyField idempotencyKey={idempotencyKey} />
      <input type="hidden" name={restorableField} value="on" />
    </>
  );
}
