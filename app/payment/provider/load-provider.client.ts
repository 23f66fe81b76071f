import { loadStripe } from "@stripe/stripe-js/pure";
import type { Provider } from "./provider.server";

/**
 * Loads the payment provider's script once a page. A script of another address is put into the page first: the provider's package takes
 * what is there already.
 */

type Stripe = Awaited<ReturnType<typeof loadStripe>>;

const loaded = new Map<string, Promise<Stripe>>();

/** null where the script is blocked or cannot be reached. */
export function loadProviderScript({ publishableKey, scriptUrl }: Provider): Promise<Stripe> {
  const known = loaded.get(publishableKey);
  if (known) return known;
  const loading = load(publishableKey, scriptUrl).catch(() => {
    // The next attempt asks anew.
    loaded.delete(publishableKey);
    return null;
  });
  loaded.set(publishableKey, loading);
  return loading;
}

async function load(publishableKey: string, scriptUrl: string | null): Promise<Stripe> {
  if (scriptUrl !== null && !("Stripe" in window)) await addScript(scriptUrl);
  return loadStripe(publishableKey);
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
