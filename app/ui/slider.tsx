import type { InputHTMLAttributes } from "react";
import { Field, type FieldTexts } from "./field";

export type SliderProps = Pick<FieldTexts, "label" | "hint" | "hideLabel"> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
    /** The value in words ('1.5 times'), shown and read out. */
    valueText?: string;
  };

/** A value between two ends: the browser's own slider, 48 px to touch. */
export function Slider({ label, hint, hideLabel, valueText, id, className, ...input }: SliderProps) {
  const caption = (
    <span className="flex justify-between gap-4">
      {label}
      {valueText && <span className="font-normal text-ink-soft tabular-nums">{valueText}</span>}
    </span>
  );
  return (
    <Field {...{ id, hint, hideLabel, className }} label={caption}>
      {(control) => (
        <input {...input} {...control} type="range" aria-valuetext={valueText} className="h-12 w-full cursor-pointer" />
      )}
    </Field>
  );
}
