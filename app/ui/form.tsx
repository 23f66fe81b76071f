import { Form as AliveForm, type FormProps } from "@remix-run/react";
import { type ForwardedRef, forwardRef } from "react";
import { wholePath } from "./link";
import { plain } from "./written";

/**
 * Forms that lead to a page of ours. In a browser they are the framework's; where a page is written it is enough to say where they
 * lead, as with links. Both write the same element. Decision 31.
 */
const WrittenForm = forwardRef(function WrittenForm(props: FormProps, ref: ForwardedRef<HTMLFormElement>) {
  const { action, method = "get", discover = "render", reloadDocument, onSubmit, ...others } = props;
  const { fetcherKey, navigate, preventScrollReset, relative, replace, state, viewTransition, ...form } = others;
  const isPlain = typeof action === "string" && wholePath.test(action) && /^(get|post)$/.test(method);
  if (!isPlain) return <AliveForm ref={ref} {...props} />;
  const discovered = discover === "render" && !reloadDocument ? "true" : undefined;
  return <form method={method} action={action} data-discover={discovered} {...form} />;
});

export const Form: typeof AliveForm = typeof document === "undefined" ? plain(WrittenForm) : AliveForm;
