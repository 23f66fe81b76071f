import type { InputHTMLAttributes } from "react";
import { controlClasses, Field, type FieldWords } from "./field";

type FileFieldProps = FieldWords & Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "size">;

/** A file input. */
export function FileField({ label, hint, errors, optional, hideLabel, id, className, ...input }: FileFieldProps) {
  return (
    <Field {...{ id, label, hint, errors, optional, hideLabel, className }}>
      {(control) => (
        <input
          type="file"
          {...input}
          {...control}
          className={controlClasses(
            "h-auto py-2 file:me-3 file:min-h-9 file:cursor-pointer file:rounded-control file:border-0 file:bg-primary-tint file:px-3 file:font-semibold file:text-primary-strong",
          )}
        />
      )}
    </Field>
  );
}
