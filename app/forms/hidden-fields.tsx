import { restorableField } from "~/ui/form-owner";
import type { FieldTexts, StaleVersion } from "./stale-version";

/** Hidden fields of the panel's forms. */

type FormMarksProps = {
  /** Version and values that the form was loaded with. */
  version: number;
  stored: FieldTexts;
  /** Set after an edit conflict: submitting again overwrites the other user's version. */
  stale: StaleVersion | undefined;
  /** Version and values of a saved draft's form. */
  draft: { version?: string | number | null | undefined; read?: string | null | undefined } | null;
};

/** Hidden fields of a form that edits an existing item. */
export function EditFormFields({ version, stored, stale, draft }: FormMarksProps) {
  return (
    <>
      <input type="hidden" name="version" value={stale?.version ?? draft?.version ?? version} />
      <input type="hidden" name="read" value={stale?.read ?? draft?.read ?? JSON.stringify(stored)} />
      <input type="hidden" name={restorableField} value="on" />
    </>
  );
}

/** Hidden fields of a form that creates an item; the key prevents duplicates if it is submitted twice. */
export function NewFormFields({ idempotencyKey }: { idempotencyKey: string | undefined }) {
  return (
    <>
      <input type="hidden" name="key" value={idempotencyKey} />
      <input type="hidden" name={restorableField} value="on" />
    </>
  );
}
