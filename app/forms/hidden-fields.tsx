import { comesBackField } from "~/ui/form-owner";
import type { FieldTexts, StaleVersion } from "./stale-version";

/** What the panel's forms carry unseen beside their fields. */

type FormMarksProps = {
  /** What the form was made of: the version that was read, and what stood in it. */
  version: number;
  stored: FieldTexts;
  /** Somebody else was faster: a second press overwrites what they stored. */
  stale: StaleVersion | undefined;
  /** What its writer had read before they had to leave. */
  draft: { version?: string | number | null | undefined; read?: string | null | undefined } | null;
};

/** Of a form that changes what is there. */
export function EditFormFields({ version, stored, stale, draft }: FormMarksProps) {
  return (
    <>
      <input type="hidden" name="version" value={stale?.version ?? draft?.version ?? version} />
      <input type="hidden" name="read" value={stale?.read ?? draft?.read ?? JSON.stringify(stored)} />
      <input type="hidden" name={comesBackField} value="on" />
    </>
  );
}

/** Of a form that makes something new: sent twice, it makes it once. */
export function NewFormFields({ idempotencyKey }: { idempotencyKey: string | undefined }) {
  return (
    <>
      <input type="hidden" name="key" value={idempotencyKey} />
      <input type="hidden" name={comesBackField} value="on" />
    </>
  );
}
