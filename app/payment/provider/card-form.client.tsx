import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripeElements, StripeElementsOptionsClientSecret } from "@stripe/stripe-js";
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { FormProblem } from "~/ui/form-problem";
import { Spinner } from "~/ui/spinner";
import { type ConfirmProblem, confirmCodes, notLoadedMessage } from "./confirm";
import { loadProviderScript } from "./load-provider.client";
import { problemText } from "./problem-text";
import type { Provider } from "./provider.server";
import { providerLocale } from "./provider-locale";

type CardFormProps = {
  provider: Provider;
  clientSecret: string;
  /** Label of the button. */
  label: string;
  /** Problem of the last attempt. */
  problem: ConfirmProblem | null;
  /** Whether the provider's fields accept input. */
  isReady: boolean;
  /** Reports the loading state of the provider's fields; `none` if loading failed. */
  onElements(elements: "none" | "loading" | "loaded"): void;
  confirm: Confirm;
};

/** Confirms with the provider; resolves to the problem, or to null once the page navigates. */
export type Confirm = (stripe: Stripe | null, elements: StripeElements | null) => Promise<ConfirmProblem | null>;

/** The provider's card fields, in its own frame, so that card data never reaches our page. docs/decisions/0049-payment-pages.md. */
export default function CardForm(props: CardFormProps) {
  const { provider, clientSecret } = props;
  const { i18n } = useTranslation();
  const [stripe, setStripe] = useState<Stripe | null | undefined>(undefined);
  const { publishableKey, scriptUrl, isTest } = provider;
  // Depend on values, not the object: revalidation of the page's data must not empty the fields.
  const load = useCallback(() => {
    setStripe(undefined);
    void loadProviderScript({ publishableKey, scriptUrl, isTest }, i18n.language).then(setStripe);
  }, [publishableKey, scriptUrl, isTest, i18n.language]);
  useEffect(load, [load]);
  const appearance = useAppearance();
  const options = useMemo<StripeElementsOptionsClientSecret>(
    () => ({ clientSecret, locale: providerLocale(i18n.language), appearance }),
    [clientSecret, i18n.language, appearance],
  );
  if (stripe === undefined) return <Loading />;
  if (stripe === null) {
    return <NotLoaded again={load} code={confirmCodes.notLoaded} message={notLoadedMessage} />;
  }
  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ label, problem: last, isReady, onElements, confirm }: CardFormProps) {
  const { t } = useTranslation("payment");
  const stripe = useStripe();
  const elements = useElements();
  const [isLost, setIsLost] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState(last);
  const onElementsRef = useRef(onElements);
  onElementsRef.current = onElements;
  useEffect(() => {
    onElementsRef.current("loading");
    return () => onElementsRef.current("none");
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    setProblem(null);
    const confirmProblem = await confirm(stripe, isReady ? elements : null).catch(() => ({
      code: confirmCodes.notLoaded,
      message: notLoadedMessage,
    }));
    setProblem(confirmProblem);
    // Without a problem the page navigates, so the button stays disabled to prevent a second payment.
    if (confirmProblem !== null) setIsSending(false);
  };
  if (isLost) return <NotLoaded code={confirmCodes.elementsFailed} message="" />;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-busy={isSending}>
      {problem && <FormProblem of={problem}>{problemText(t, problem)}</FormProblem>}
      {!isReady && <Loading />}
      <PaymentElement
        options={{ layout: "tabs", wallets: { applePay: "never", googlePay: "never" } }}
        onReady={() => onElements("loaded")}
        onLoadError={() => {
          onElements("none");
          setIsLost(true);
        }}
      />
      <Button variant="primary" size="large" busy={isSending} disabled={!isReady} wide>
        {label}
      </Button>
    </form>
  );
}

function Loading() {
  const { t } = useTranslation("payment");
  return (
    <p className="flex items-center gap-3 text-ink-soft" role="status">
      <Spinner />
      {t("card.loading")}
    </p>
  );
}

function NotLoaded({ again, ...problem }: ConfirmProblem & { again?: () => void }) {
  const { t } = useTranslation("payment");
  const retry = again ?? (() => window.location.reload());
  return (
    <Banner
      type="error"
      actions={
        <Button type="button" onClick={retry}>
          {t("again")}
        </Button>
      }
    >
      {problemText(t, problem)}
    </Banner>
  );
}

/** Updates the appearance when the theme changes, by the menu or the device's setting. */
function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(appearanceOf);
  useEffect(() => {
    const follow = () => {
      const next = appearanceOf();
      setAppearance((held) => (JSON.stringify(held) === JSON.stringify(next) ? held : next));
    };
    const device = window.matchMedia("(prefers-color-scheme: dark)");
    const page = new MutationObserver(follow);
    device.addEventListener("change", follow);
    page.observe(document.documentElement, { attributes: true });
    return () => {
      device.removeEventListener("change", follow);
      page.disconnect();
    };
  }, []);
  return appearance;
}

/** The page's colours and font sizes, so that the provider's fields match ours. */
function appearanceOf(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: "stripe",
    variables: {
      colorPrimary: token("--primary"),
      colorBackground: token("--raised"),
      colorText: token("--ink"),
      colorTextSecondary: token("--ink-soft"),
      colorDanger: token("--error"),
      borderRadius: "8px",
      fontSizeBase: "16px",
      spacingUnit: "4px",
    },
  };
}
