import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { LoginPage } from "~/session/login-page";
import { loadEscalate, submitEscalate } from "~/session/step-up.server";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";

export const handle = { i18n: ["session"] };

export const loader = ({ request }: LoaderFunctionArgs) => loadEscalate(request);

export const action = ({ request }: ActionFunctionArgs) => submitEscalate(request);

/** A second factor on top of the login that is there. */
export default function Escalate() {
  const { redirectTo, isSet, isOffered } = useLoaderData<typeof loader>();
  const problem = (useActionData() as { problem?: string } | undefined)?.problem;
  const { t } = useTranslation("session");
  return (
    <LoginPage title={t("escalate.title")}>
      {!isOffered && <Banner type="warning">{t("escalate.notOffered")}</Banner>}
      {isOffered && !isSet && (
        <Banner type="info" actions={<LinkButton to="/profile#second-factor">{t("escalate.setUp")}</LinkButton>}>
          {t("escalate.notSet")}
        </Banner>
      )}
      {isOffered && isSet && (
        <Form method="post" className="flex flex-col gap-4">
          <input type="hidden" name="redirect" value={redirectTo} />
          <TextField
            name="code"
            label={t("escalate.code")}
            hint={t("escalate.hint")}
            errors={problem ? t(`escalate.problems.${problem}`) : null}
            autoComplete="one-time-code"
            autoCapitalize="none"
          />
          <Button variant="primary" size="large" icon={ShieldCheck} wide>
            {t("escalate.submit")}
          </Button>
        </Form>
      )}
    </LoginPage>
  );
}
