import { type IncomingMessage, request } from "node:http";
import type { BrowserContext } from "@playwright/test";
import { demoPassword, type Viewer } from "./sign-in";

/** Cookies that sign a browser context in. */
export type Session = Parameters<BrowserContext["addCookies"]>[0];
type Cookie = Session[number];

/**
 * Signs an account in with the requests of the login form, and returns its cookies. No page is loaded:
 * `sign-in.spec.ts` tests the form in a browser.
 * @param origin of a realm on this machine, e.g. `http://se.localhost:4000`: Node does not resolve such names, so
 * requests go to the port on 127.0.0.1
 */
export async function signedInCookies(origin: string, username: string, password = demoPassword): Promise<Session> {
  const cookies = new Map<string, Cookie>();
  const form = new URLSearchParams({ username, password }).toString();
  let next = await ask(new URL("/login", origin), cookies, form);
  while (next.pathname.startsWith("/login/")) next = await ask(next, cookies);
  return [...cookies.values()];
}

/** Sends a request and stores the cookies of its response. @returns the URL that the response redirects to */
async function ask(address: URL, cookies: Map<string, Cookie>, form?: string): Promise<URL> {
  const response = await responseOf(address, cookies, form);
  response.resume();
  const { location } = response.headers;
  if (!location) throw new Error(`${address.href} did not sign in: ${response.statusCode}`);
  for (const line of response.headers["set-cookie"] ?? []) {
    const [pair = "", ...attributes] = line.split(/;\s*/);
    const name = pair.slice(0, pair.indexOf("="));
    const has = (attribute: RegExp) => attributes.some((each) => attribute.test(each));
    if (has(/^max-age=0$/i)) cookies.delete(name);
    else
      cookies.set(name, {
        name,
        value: pair.slice(name.length + 1),
        url: address.origin,
        httpOnly: has(/^httponly$/i),
      });
  }
  return new URL(location, address);
}

function responseOf(address: URL, cookies: Map<string, Cookie>, form?: string): Promise<IncomingMessage> {
  const headers: Record<string, string> = {
    host: address.host,
    cookie: [...cookies.values()].map(({ name, value }) => `${name}=${value}`).join("; "),
  };
  if (form !== undefined) headers["content-type"] = "application/x-www-form-urlencoded";
  const { port, pathname, search } = address;
  return new Promise((resolve, reject) => {
    const to = { host: "127.0.0.1", port, path: pathname + search, method: form === undefined ? "GET" : "POST" };
    request({ ...to, headers }, resolve)
      .once("error", reject)
      .end(form);
  });
}

/** The session of a demo account in a realm; empty for a visitor. */
export async function sessionOf(origin: string, viewer: Viewer, realm = "se"): Promise<Session> {
  return viewer === "visitor" ? [] : signedInCookies(origin, `${viewer}.${realm}`);
}
