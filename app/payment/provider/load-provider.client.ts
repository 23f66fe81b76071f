import { loadStripe } from "@stripe/stripe-js/pure";
import type { Provider } from "./provider.server";
import { providerLocale } from "./provider-locale";

/**
 * Loads the payment provider's script once per page. A script from another address is added to the page first: the provider's package
 * uses an existing one.
 */

type Stripe = Awaited<ReturnType<typeof loadStripe>>;

const loaded = new Map<string, Promise<Stripe>>();

/**
 * Resolves to null if the script is blocked or cannot be reached.
 * @param language language of the page and of the bank's dialog
 */
export function loadProviderScript({ publishableKey, scriptUrl }: Provider, language: string): Promise<Stripe> {
  const name = `${publishableKey} ${language}`;
  const known = loaded.get(name);
  if (known) return known;
  const loading = load(publishableKey, scriptUrl, language).catch(() => {
    // Allow another attempt.
    loaded.delete(name);
    return null;
  });
  loaded.set(name, loading);
  return loading;
}

async function load(publishableKey: string, scriptUrl: string | null, language: string): Promise<Stripe> {
  if (scriptUrl !== null && !("Stripe" in window)) await addScript(scriptUrl);
  return loadStripe(publishableKey, { locale: providerLocale(language) });
}

function addScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("the payment provider's script could not be loaded"));
    };
    document.head.append(script);
  });
}
