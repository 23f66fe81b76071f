import { createContext, useContext } from "react";

/** The nonce that the page's content security policy names; unknown in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
