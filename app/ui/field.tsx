import {
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./button";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";
import { Eye, EyeOff } from "./icons";

/** Attributes that connect a control with its label, hint and errors. Spread them onto the control. */
type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldWords = {
  label: ReactNode;
  /** Between label and control: the expected content and format. */
  hint?: ReactNode;
  /** Translated messages. An empty list means no error. */
  errors?: string | readonly string[] | null;
  /** Marks the field as optional; mandatory fields have no mark. */
  optional?: boolean;
  /** Hides the label except for screen readers (a search field beside its button). */
  hideLabel?: boolean;
};

type FieldProps = FieldWords & { id?: string; className?: string; children: (control: ControlProps) => ReactNode };

export function errorList(errors: FieldWords["errors"]): readonly string[] {
  if (!errors) return [];
  return typeof errors === "string" ? [errors] : errors;
}

/** Label, hint, control and errors, in this order. */
export function Field({ id, label, hint, errors, optional, hideLabel, className, children }: FieldProps) {
  const ownId = useId();
  const { t } = useTranslation("ui");
  const controlId = id ?? ownId;
  const messages = errorList(errors);
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = messages.length > 0 ? `${controlId}-error` : undefined;
  return (
    <div className={classes("flex flex-col gap-1", className)}>
      <label htmlFor={controlId} className={hideLabel ? "sr-only" : "font-semibold"}>
        {label}
        {optional && <span className="ml-1 font-normal text-ink-soft">{` ${t("optional")}`}</span>}
      </label>
      {hint && (
        <div id={hintId} className="text-14 text-ink-soft">
          {hint}
        </div>
      )}
      {children({
        id: controlId,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": messages.length > 0 || undefined,
      })}
      <FieldErrors id={errorId} messages={messages} />
    </div>
  );
}

/** The messages below a control. */
export function FieldErrors({ id, messages }: { id?: string; messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <div id={id} className="font-semibold text-14 text-error">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}

/** The classes of a text-like control, 44 px high. */
export function controlClasses(className?: string): string {
  return classes("control h-11", className);
}

type TextFieldProps = FieldWords &
  Omit<InputHTMLAttributes<HTMLInputElement>, "size"> & {
    icon?: IconShape;
    /** Classes of the input itself; `className` applies to the whole field. */
    inputClassName?: string;
  };

/** A single-line text input. */
export function TextField({
  label,
  hint,
  errors,
  optional,
  hideLabel,
  icon,
  id,
  className,
  inputClassName,
  ...input
}: TextFieldProps) {
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
          {icon && (
            <Icon of={icon} className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint" />
          )}
          <input
            type="text"
            id={control.id}
            aria-describedby={control["aria-describedby"]}
            aria-invalid={control["aria-invalid"]}
            className={controlClasses(classes(icon && "pl-10", inputClassName))}
            {...input}
          />
        </span>
      )}
    </Field>
  );
}

/** A password input with a button to show the password; the button needs script, so it is rendered only after hydration. */
export function PasswordField({ label, hint, errors, optional, hideLabel, id, className, ...input }: TextFieldProps) {
  const { t } = useTranslation("ui");
  const [canShow, setCanShow] = useState(false);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setCanShow(true), []);
  const { icon: _, inputClassName, ...rest } = input;
  return (
    <Field {...{ id, label, hint, errors, optional, hideLabel, className }}>
      {(control) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...control}
            type={isShown ? "text" : "password"}
            className={controlClasses(classes("pr-12", inputClassName))}
          />
          {canShow && (
            <IconButton
              icon={isShown ? EyeOff : Eye}
              label={t(isShown ? "hidePassword" : "showPassword")}
              size={36}
              className="absolute top-1 right-1"
              onClick={() => setIsShown(!isShown)}
            />
          )}
        </span>
      )}
    </Field>
  );
}

type TextAreaFieldProps = FieldWords & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** A multi-line text input. */
export function TextAreaField({
  label,
  hint,
  errors,
  optional,
  hideLabel,
  id,
  className,
  ...area
}: TextAreaFieldProps) {
  return (
    <Field {...{ id, label, hint, errors, optional, hideLabel, className }}>
      {(control) => <textarea rows={4} {...area} {...control} className="control py-2" />}
    </Field>
  );
}
