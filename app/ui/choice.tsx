import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { classes } from "./classes";
import { errorList, FieldErrors, type FieldWords } from "./field";

type ChoiceProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  hideLabel?: boolean;
};

const boxLook = "relative z-10 size-5 shrink-0 cursor-pointer disabled:cursor-not-allowed";

function Choice({
  kind,
  label,
  hint,
  hideLabel,
  id,
  className,
  ...input
}: ChoiceProps & { kind: "checkbox" | "radio" }) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const hintId = hint ? `${inputId}-hint` : undefined;
  return (
    <div className={classes("flex min-h-11 gap-3", hint ? "items-start" : "items-center", className)}>
      <input
        type={kind}
        aria-describedby={hintId}
        id={inputId}
        // With a hint, the box is level with the label's first line.
        className={classes(boxLook, hint ? "mt-1.5" : undefined)}
        {...input}
      />
      <div className={hideLabel ? "sr-only" : undefined}>
        <label htmlFor={inputId} className="block py-1">
          {label}
        </label>
        {hint && (
          <div id={hintId} className="text-14 text-ink-soft">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}

/** A checkbox with label. */
export function Checkbox(props: ChoiceProps) {
  return <Choice kind="checkbox" {...props} />;
}

/** A radio button; use it within a `ChoiceGroup`. */
export function Radio(props: ChoiceProps) {
  return <Choice kind="radio" {...props} />;
}

type SwitchProps = Omit<ChoiceProps, "hideLabel">;

/** A switch, implemented as a checkbox, so it works without script. */
export function Switch({ label, hint, id, className, ...input }: SwitchProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const hintId = hint ? `${inputId}-hint` : undefined;
  return (
    <div className={classes("flex min-h-11 items-center justify-between gap-4", className)}>
      <div>
        <label htmlFor={inputId} className="block py-1 font-semibold">
          {label}
        </label>
        {hint && (
          <div id={hintId} className="text-14 text-ink-soft">
            {hint}
          </div>
        )}
      </div>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the native checkbox already exposes its checked state
        role="switch"
        aria-describedby={hintId}
        {...input}
        id={inputId}
        className={classes(
          "relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition",
          "before:absolute before:top-0.75 before:left-0.75 before:size-5 before:rounded-full before:bg-line-strong before:transition",
          "checked:border-primary checked:bg-primary checked:before:translate-x-5 checked:before:bg-on-primary disabled:opacity-55",
        )}
      />
    </div>
  );
}

type ChoiceGroupProps = Pick<FieldWords, "label" | "hint" | "errors" | "optional" | "hideLabel"> & {
  id?: string;
  className?: string;
  children: ReactNode;
};

/** A fieldset of choices with legend, hint and errors. */
export function ChoiceGroup({ label, hint, errors, hideLabel, id, className, children }: ChoiceGroupProps) {
  const ownId = useId();
  const groupId = id ?? ownId;
  const messages = errorList(errors);
  const hintId = hint ? `${groupId}-hint` : undefined;
  const errorId = messages.length > 0 ? `${groupId}-error` : undefined;
  return (
    <fieldset
      id={groupId}
      tabIndex={-1}
      aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}
      className={classes("min-w-0", messages.length > 0 && "border-error border-l-4 pl-4", className)}
    >
      <legend className={hideLabel ? "sr-only" : "mb-1 font-semibold"}>{label}</legend>
      {hint && (
        <div id={hintId} className="text-14 text-ink-soft">
          {hint}
        </div>
      )}
      {children}
      <FieldErrors id={errorId} messages={messages} />
    </fieldset>
  );
}
