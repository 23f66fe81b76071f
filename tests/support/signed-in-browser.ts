import { processBackend } from "~/composition/process-backend.server";
import { submitLogin } from "~/session/sign-in/login.server";
import { finishSignIn } from "~/session/sign-in/sign-in.server";
import { Browser, demoPassword } from "./session-scene";

/** A browser signed in to a demo account, with its password. */
export async function signedInBrowser(origin: string, username: string, password = demoPassword): Promise<Browser> {
  const browser = new Browser(origin);
  const result = await submitLogin(processBackend(), browser.post("/login", { username, password }));
  if (!(result instanceof Response)) throw new Error(`${username} was not signed in`);
  browser.take(await finishSignIn(processBackend(), browser.request(browser.take(result))));
  return browser;
}
