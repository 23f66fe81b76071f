import { type FormMetadata, getFormProps } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { forwardRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FormValues } from "~/forms/form-result";
import { readProblem } from "~/session/wait-in-words";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { FormProblem } from "~/ui/form-problem";
import { LogIn } from "~/ui/icons";

type SignInMethodFormProps = {
  /** conform's form metadata. */
  form: FormMetadata<FormValues, string[]>;
  redirectTo: string;
  authorize: string | null;
  submitLabel?: string;
  children: ReactNode;
};

/** Form of a sign-in method other than the password; errors without a field are shown above it. Works without script. */
export const SignInMethodForm = forwardRef<HTMLFormElement, SignInMethodFormProps>(function SignInMethodForm(
  { form, redirectTo, authorize, submitLabel, children },
  ref,
) {
  const { t, i18n } = useTranslation("session");
  const navigation = useNavigation();
  const isSending = navigation.state !== "idle" && navigation.formMethod === "POST";
  return (
    <Form ref={ref} method="post" {...getFormProps(form)} className="flex flex-col gap-4">
      {form.errors?.map((error) => {
        const { problem, wait } = readProblem(error, i18n.language);
        return (
          <FormProblem key={problem} of={form.errors}>
            {t(`signInMethods.problems.${problem}`, { wait })}
          </FormProblem>
        );
      })}
      <input type="hidden" name="redirect" value={redirectTo} />
      {authorize !== null && <input type="hidden" name="authorize" value={authorize} />}
      {children}
      <Button variant="primary" size="large" icon={LogIn} wide busy={isSending}>
        {submitLabel ?? t("login.submit")}
      </Button>
    </Form>
  );
});
