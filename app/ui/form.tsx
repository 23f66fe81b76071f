import { type FormProps, Form as RemixForm } from "@remix-run/react";
import { type FormEvent, type ForwardedRef, forwardRef, useContext } from "react";
import { useTranslation } from "react-i18next";
import { FormOwner, formOwnerField } from "./form-owner";
import { isTooLarge } from "./form-size";
import { NoticesContext } from "./notices";

/** ms: two sentences are to be read. */
const longNotice = 10_000;

/** The framework's form; what it posts names its owner, as the first field. docs/decisions/0028-form-owner.md. */
export const Form = forwardRef(function Form(props: FormProps, ref: ForwardedRef<HTMLFormElement>) {
  const owner = useContext(FormOwner);
  const notices = useContext(NoticesContext);
  const { t } = useTranslation("ui");
  // The form's own check comes first: it can say beside the field what is too long.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    props.onSubmit?.(event);
    if (event.defaultPrevented || props.method !== "post" || !isTooLarge(event.currentTarget)) return;
    event.preventDefault();
    notices?.show({ type: "error", message: t("tooLarge"), duration: longNotice });
  };
  return (
    <RemixForm ref={ref} {...props} onSubmit={onSubmit}>
      {owner !== null && props.method === "post" && <input type="hidden" name={formOwnerField} value={owner} />}
      {props.children}
    </RemixForm>
  );
});

/**
 * The address of a button that posts while its form only asks (`formMethod`): such a form has no owner field.
 * @param address a path of ours, with its query
 */
export function useOwnedAddress(address: string): string {
  const owner = useContext(FormOwner);
  if (owner === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ [formOwnerField]: owner })}`;
}
