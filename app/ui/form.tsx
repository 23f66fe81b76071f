import { type FormProps, Form as RemixForm } from "@remix-run/react";
import { type FormEvent, type ForwardedRef, forwardRef, useContext } from "react";
import { useTranslation } from "react-i18next";
import { FormOwner, formOwnerField } from "./form-owner";
import { isTooLarge } from "./form-size";
import { NoticesContext } from "./notices";

/** Milliseconds; long enough to read two sentences. */
const longNotice = 10_000;

/** Remix's form; if posted, its first field names its owner. docs/decisions/0028-form-owner.md. */
export const Form = forwardRef(function Form(props: FormProps, ref: ForwardedRef<HTMLFormElement>) {
  const owner = useContext(FormOwner);
  const notices = useContext(NoticesContext);
  const { t } = useTranslation("ui");
  // The form's own handler runs first: it can report at the field which value is too long.
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
 * The URL for a button that posts (`formMethod`) within a GET form, which has no owner field.
 * @param address path and query within the app
 */
export function useOwnedAddress(address: string): string {
  const owner = useContext(FormOwner);
  if (owner === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ [formOwnerField]: owner })}`;
}
