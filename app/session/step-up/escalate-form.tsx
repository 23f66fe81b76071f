import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { readProblem } from "~/session/wait-in-words";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { ArrowLeft, MessageSquare, ShieldCheck } from "~/ui/icons";
import { escalateIntents } from "./escalate-intents";
import type { EscalatePage, EscalateResult } from "./step-up.server";

type Props = EscalatePage & { result: EscalateResult | null };

/** Target with a stored form draft: in the control panel or the profile. Decision 19. */
const waitingForm = /^\/(?:controlpanel\/[^?#]+|profile)\?(?:[^#]*&)?draft=/;

/** The available second factors, and a link back for users with a stored draft who cannot or don't want to prove one. */
export function EscalateForm(props: Props) {
  const { t } = useTranslation("session");
  return (
    <div className="flex flex-col gap-6">
      <WaysToProve {...props} />
      {waitingForm.test(props.redirectTo) && (
        <LinkButton to={props.redirectTo} variant="quiet" icon={ArrowLeft}>
          {t("escalate.back")}
        </LinkButton>
      )}
    </div>
  );
}

/** A code sent to the user's phone, from their app, or a recovery code. */
function WaysToProve({ redirectTo, factors, isUnavailable, isSent: wasSent, outbox, result }: Props) {
  const { t, i18n } = useTranslation("session");
  const home = waitingForm.test(redirectTo) ? undefined : <LinkButton to="/">{t("shell:error.home")}</LinkButton>;
  if (isUnavailable) {
    return (
      <Banner type="error" actions={home}>
        {t("login.problems.unreachable")}
      </Banner>
    );
  }
  if (!factors) {
    return (
      <Banner type="warning" actions={home}>
        {t("escalate.notOffered")}
      </Banner>
    );
  }
  const { hasApp, smsNumber } = factors;
  if (!hasApp && smsNumber === null) {
    return (
      <Banner type="info" actions={<LinkButton to="/profile#second-factor">{t("escalate.setUp")}</LinkButton>}>
        {t("escalate.notSet")}
      </Banner>
    );
  }
  const problem = problemIn(result, i18n.language);
  const isSent = smsNumber !== null && (result ? result.method === "sms" : wasSent);
  return (
    <div className="flex flex-col gap-6">
      {isSent && (
        <CodeForm
          method="sms"
          redirectTo={redirectTo}
          result={result}
          hint={t("escalate.sent", { number: smsNumber })}
        />
      )}
      {!isSent && hasApp && <CodeForm method="app" redirectTo={redirectTo} result={result} hint={t("escalate.hint")} />}
      {!isSent && !hasApp && problem && (
        <Banner type="error">{t(`escalate.problems.${problem.problem}`, { wait: problem.wait })}</Banner>
      )}
      {smsNumber !== null && (
        <Form method="post" className={hasApp || isSent ? "border-line border-t pt-6" : undefined}>
          <input type="hidden" name="redirect" value={redirectTo} />
          <Button
            name="intent"
            value={escalateIntents.send}
            icon={MessageSquare}
            variant={hasApp || isSent ? "secondary" : "primary"}
            size={hasApp || isSent ? "medium" : "large"}
            wide
          >
            {t(isSent ? "escalate.sendAgain" : "escalate.send", { number: smsNumber })}
          </Button>
        </Form>
      )}
      {isSent && outbox !== null && (
        <Banner type="info" actions={<LinkButton to={outbox}>{t("escalate.outboxOpen")}</LinkButton>}>
          {t("escalate.outbox")}
        </Banner>
      )}
    </div>
  );
}

function problemIn(result: EscalateResult | null, language: string) {
  const error = result?.lastResult.error?.code?.[0];
  return error ? readProblem(error, language) : null;
}

type CodeFormProps = { method: "app" | "sms"; redirectTo: string; result: EscalateResult | null; hint: string };

function CodeForm({ method, redirectTo, result, hint }: CodeFormProps) {
  const { t, i18n } = useTranslation("session");
  const form = useRef<HTMLFormElement>(null);
  const { key } = useLocation();
  const justSent = method === "sms" && result === null ? key : null;
  // Screen readers announce only through the field's hint or error that a message was sent, or why a code was rejected.
  useEffect(() => {
    if (justSent !== null || result) form.current?.querySelector<HTMLInputElement>("[name=code]")?.focus();
  }, [justSent, result]);
  const reported = problemIn(result, i18n.language);
  const isWrongMessage = method === "sms" && reported?.problem === "invalid_second_factor";
  const problem = isWrongMessage ? "invalid_sms_code" : reported?.problem;
  return (
    <Form method="post" ref={form} className="flex flex-col gap-4">
      <input type="hidden" name="redirect" value={redirectTo} />
      <input type="hidden" name="method" value={method} />
      <TextField
        key={method}
        name="code"
        label={t("escalate.code")}
        hint={hint}
        errors={problem ? t(`escalate.problems.${problem}`, { wait: reported?.wait }) : null}
        inputMode={method === "sms" ? "numeric" : undefined}
        autoComplete="one-time-code"
        autoCapitalize="none"
        maxLength={60}
      />
      <Button variant="primary" size="large" icon={ShieldCheck} wide>
        {t("escalate.submit")}
      </Button>
    </Form>
  );
}
