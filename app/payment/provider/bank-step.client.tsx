import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import { type ConfirmProblem, confirmCodes, confirmWithBank } from "./confirm";
import { loadProviderScript } from "./load-provider.client";
import { problemText } from "./problem-text";
import type { Provider } from "./provider.server";

type BankStepProps = {
  provider: Provider;
  clientSecret: string;
  /** Called once; null if the bank confirmed. */
  onEnd(problem: ConfirmProblem | null): void;
};

/** Opens the bank's confirmation with the provider's script; if the script is blocked, offers a retry. */
export default function BankStep({ provider, clientSecret, onEnd }: BankStepProps) {
  const { t, i18n } = useTranslation("payment");
  const [isBlocked, setIsBlocked] = useState(false);
  const begunFor = useRef<string | null>(null);
  const { publishableKey, scriptUrl, isTest } = provider;
  const end = useRef(onEnd);
  end.current = onEnd;
  const begin = useCallback(async () => {
    setIsBlocked(false);
    const stripe = await loadProviderScript({ publishableKey, scriptUrl, isTest }, i18n.language);
    const result = await confirmWithBank(stripe, clientSecret);
    if (result.ok) end.current(null);
    else if (result.problem.code === confirmCodes.notLoaded) setIsBlocked(true);
    else end.current(result.problem);
  }, [publishableKey, scriptUrl, isTest, i18n.language, clientSecret]);
  useEffect(() => {
    // Once per payment, however often the page is rendered.
    if (begunFor.current === clientSecret) return;
    begunFor.current = clientSecret;
    void begin();
  }, [begin, clientSecret]);
  if (!isBlocked) {
    return (
      <p className="flex items-center gap-3 text-ink-soft" role="status">
        <Spinner />
        {t("subscription.confirming")}
      </p>
    );
  }
  const actions = (
    <Button type="button" onClick={() => void begin()}>
      {t("again")}
    </Button>
  );
  return (
    <Banner type="error" actions={actions}>
      {problemText(t, { code: confirmCodes.notLoaded, message: "" })}
    </Banner>
  );
}
