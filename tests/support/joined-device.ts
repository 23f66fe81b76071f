import { processBackend } from "~/composition/process-backend.server";
import type { Realm } from "~/realms/realm";
import { readBadge } from "~/services/contracts/badge";
import { joinDevicePath } from "~/services/contracts/device-link";
import { sessionIdOf } from "~/session/cookies.server";
import type { PageServer } from "./page-server";
import { Browser } from "./session-scene";

/** Devices joined to a child, over the real pages. */

/** The code that a parent's page shows. */
export async function deviceCode(
  pages: PageServer,
  parent: Browser,
  child: string,
  deviceName = "Blue tablet",
): Promise<string> {
  const response = await pages.post(parent, `/profile/children/${child}/device`, { deviceName });
  const shown = /font-mono[^>]*>([0-9A-Z ]+)</.exec(await response.text())?.[1];
  const code = readBadge(shown ?? "");
  if (code === null) throw new Error(`no code on the page (${response.status})`);
  return code;
}

/** Posts a code as the device's browser does. */
export async function enterCode(pages: PageServer, device: Browser, code: string): Promise<Response> {
  const response = await pages.post(device, joinDevicePath, { code });
  device.take(response);
  return response;
}

/** A browser joined to the child. */
export async function joinedBrowser(pages: PageServer, parent: Browser, child: string): Promise<Browser> {
  const device = new Browser(parent.origin);
  const response = await enterCode(pages, device, await deviceCode(pages, parent, child));
  if (response.headers.get("location") !== "/bookshelf")
    throw new Error(`the device did not join (${response.status})`);
  return device;
}

/** Tokens of a browser's session, which no page ever shows. */
export async function tokensOf(browser: Browser, realm: Realm = "se") {
  const id = (await sessionIdOf(browser.request("/"))) ?? "";
  const session = await processBackend().sessionStore.find(realm, id);
  if (!session) throw new Error("There is no session");
  return session.tokens;
}

/** Sends a call to a service over HTTP. */
export function callWith(
  accessToken: string,
  origin: string,
  path: string,
  { headers = {}, ...init }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Response> {
  const all = { authorization: `Bearer ${accessToken}`, origin, ...headers };
  const request = new Request(`${origin}/services${path}`, { ...init, headers: all });
  const clientInfo = { requestId: "test", ipAddress: "192.0.2.1", localAddress: null };
  const { serveServices } = processBackend();
  if (!serveServices) throw new Error("the services run elsewhere");
  return serveServices(request, clientInfo);
}
