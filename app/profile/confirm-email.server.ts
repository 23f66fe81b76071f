import { data } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { guestCallContext, requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { confirmEmailPath } from "~/services/contracts/account";
import { ServiceError } from "~/services/contracts/service-error";
import { linkTokenOf } from "~/session/link-token.server";

/** Target page of a confirmation mail's link. GET changes nothing, only the button does. docs/product/choices.md#who-and-where. */

export type ConfirmEmailData = { state: "ask" | "done" | "already"; email: string } | { state: "invalid" };

const linkToken = linkTokenOf("fabel_confirm", confirmEmailPath);

/** @throws Response redirect that removes the token from the URL */
export async function loadConfirmEmail(backend: Backend, request: Request): Promise<ConfirmEmailData> {
  await linkToken.takeFromAddress(request);
  const token = await linkToken.read(request);
  if (token === null) return { state: "invalid" };
  return readConfirmation(backend, request, token);
}

/** What a link is about: an address to confirm, or one that it has confirmed. */
async function readConfirmation(backend: Backend, request: Request, token: string): Promise<ConfirmEmailData> {
  const credentials = guestCallContext(requestContextOf(request));
  try {
    const { body } = await backend.clients.account.readEmailConfirmation({ body: { token } }, credentials);
    return { state: body.isConfirmed ? "already" : "ask", email: body.email };
  } catch (error) {
    return invalidUnlessDown(error);
  }
}

function invalidUnlessDown(error: unknown): ConfirmEmailData {
  if (error instanceof ServiceError && error.status < 500) return { state: "invalid" };
  throw error;
}

/** Confirms the address and uses up the link. */
export async function submitConfirmEmail(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const token = await linkToken.read(request);
  const page: ConfirmEmailData = token === null ? { state: "invalid" } : await confirm(backend, request, token);
  return data(page, {
    status: page.state === "invalid" ? 400 : 200,
    headers: { "Set-Cookie": await linkToken.cleared(request) },
  });
}

/** Confirmed in another tab in the meantime, the link says so. */
async function confirm(backend: Backend, request: Request, token: string): Promise<ConfirmEmailData> {
  const { clients, displayCache } = backend;
  const credentials = guestCallContext(requestContextOf(request));
  try {
    const { body } = await clients.account.confirmEmail({ body: { token } }, credentials);
    displayCache.drop(body.uid);
    return { state: "done", email: body.email };
  } catch (error) {
    const invalid = invalidUnlessDown(error);
    const page = await readConfirmation(backend, request, token);
    return page.state === "already" ? page : invalid;
  }
}
