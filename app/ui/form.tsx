import { Form as AliveForm, type FormProps } from "@remix-run/react";
import { type FormEvent, type ForwardedRef, forwardRef, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { isTooLarge } from "./form-size";
import { wholePath } from "./link";
import { NoticesContext } from "./notices";
import { Writer, writerField } from "./writer";
import { plain } from "./written";

/** ms: two sentences are to be read. */
const longNotice = 10_000;

/**
 * Forms that lead to a page of ours; what is posted says who wrote it. In a browser they are the framework's; where a page is written
 * it is enough to say where they lead, as with links. Both write the same element. Decision 31.
 */
const MarkedForm = forwardRef(function MarkedForm(props: FormProps, ref: ForwardedRef<HTMLFormElement>) {
  const inner = useMarked(props);
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
    <AliveForm ref={ref} {...props} onSubmit={onSubmit}>
      {inner}
    </AliveForm>
  );
});

const WrittenForm = forwardRef(function WrittenForm(props: FormProps, ref: ForwardedRef<HTMLFormElement>) {
  const { action, method = "get", discover = "render", reloadDocument, onSubmit, ...others } = props;
  const { fetcherKey, navigate, preventScrollReset, relative, replace, state, viewTransition, ...form } = others;
  const isPlain = typeof action === "string" && wholePath.test(action) && /^(get|post)$/.test(method);
  const inner = useMarked(props);
  if (!isPlain) return <MarkedForm ref={ref} {...props} />;
  const discovered = discover === "render" && !reloadDocument ? "true" : undefined;
  return (
    <form method={method} action={action} data-discover={discovered} {...form}>
      {inner}
    </form>
  );
});

/** Who writes is the same for the whole page, so that a plain part may ask for it. */
function useMarked({ method, children }: FormProps): ReactNode {
  const writer = useContext(Writer);
  if (writer === null || method !== "post") return children;
  return (
    <>
      <input type="hidden" name={writerField} value={writer} />
      {children}
    </>
  );
}

/**
 * The address of a button that posts while its form only asks (`formMethod`): such a form has no field that says who writes.
 * @param address a path of ours, with its query
 */
export function useMarkedAddress(address: string): string {
  const writer = useContext(Writer);
  if (writer === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ [writerField]: writer })}`;
}

export const Form: typeof AliveForm = typeof document === "undefined" ? plain(WrittenForm) : MarkedForm;
