import type { SelectHTMLAttributes } from "react";
import { classes } from "./classes";
import { controlClasses, Field, type FieldWords } from "./field";
import { Icon } from "./icon";
import { ChevronDown } from "./icons";

export type Option = { value: string; label: string; disabled?: boolean };

type SelectFieldProps = FieldWords &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly Option[];
    /** Text of the first entry, whose value is empty ('Choose a class'). */
    placeholder?: string;
    selectClassName?: string;
  };

/** A native select: best on touch devices, and works without script. */
export function SelectField({
  label,
  hint,
  errors,
  optional,
  hideLabel,
  id,
  className,
  selectClassName,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      errors={errors}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
    >
      {(control) => (
        <span className="relative block">
          <select
            id={control.id}
            aria-describedby={control["aria-describedby"]}
            aria-invalid={control["aria-invalid"]}
            className={controlClasses(classes("appearance-none truncate pr-10", selectClassName))}
            {...select}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              // Some country names differ between Node's locale data and the browser's: keep the server's instead of rendering again.
              <option key={option.value} value={option.value} disabled={option.disabled} suppressHydrationWarning>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            of={ChevronDown}
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-soft"
          />
        </span>
      )}
    </Field>
  );
}
