import { type CSSProperties, type ReactNode, useId } from "react";

type ChoiceRowProps<Value> = {
  title: string;
  value: Value;
  choices: ReadonlyArray<{ value: Value; label: ReactNode; style?: CSSProperties | undefined }>;
  onChange(value: Value): void;
};

/** Radio group with options large enough for touch. */
export function ChoiceRow<Value extends string | number>({ title, value, choices, onChange }: ChoiceRowProps<Value>) {
  const name = useId();
  return (
    <fieldset className="px-3 pt-4">
      <legend className="float-start w-full text-14 font-semibold text-ink-soft">{title}</legend>
      <div className="grid w-full grid-cols-2 gap-2 pt-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            style={choice.style}
            className="relative flex min-h-12 cursor-pointer items-center justify-center rounded-control border border-line px-1 text-center text-16 wrap-anywhere hover:border-primary has-checked:border-primary has-checked:font-semibold has-checked:outline-2 has-checked:outline-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.value === value && (
              <span aria-hidden className="me-1.5">
                ✓
              </span>
            )}
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
