import { useNavigation } from "@remix-run/react";
import { forwardRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { LogIn } from "~/ui/icons";
import type { WayProblem } from "./way-answer";

type WayFormProps = {
  problem: WayProblem | null;
  redirectTo: string;
  authorize: string | null;
  submitLabel?: string;
  children: ReactNode;
};

/** The form of one of the other ways in; what is wrong with no field alone stands on top. Works without script. */
export const WayForm = forwardRef<HTMLFormElement, WayFormProps>(function WayForm(
  { problem, redirectTo, authorize, submitLabel, children },
  ref,
) {
  const { t } = useTranslation("session");
  const navigation = useNavigation();
  const isSending = navigation.state !== "idle" && navigation.formMethod === "POST";
  return (
    <Form ref={ref} method="post" className="flex flex-col gap-4" noValidate>
      {problem && <Banner type="error">{t(`ways.problems.${problem}`)}</Banner>}
      <input type="hidden" name="redirect" value={redirectTo} />
      {authorize !== null && <input type="hidden" name="authorize" value={authorize} />}
      {children}
      <Button variant="primary" size="large" icon={LogIn} wide busy={isSending}>
        {submitLabel ?? t("login.submit")}
      </Button>
    </Form>
  );
});
