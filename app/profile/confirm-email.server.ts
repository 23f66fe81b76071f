import { data } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { guestCallContext, requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { confirmEmailPath } from "~/services/contracts/account";
import { ServiceError } from "~/services/contracts/service-error";
import { linkTokenOf } from "~/session/link-token.server";

/** Target page of a confirmation mail's link. GET changes nothing, only the button does. docs/product/choices.md#who-and-where. */

export type ConfirmEmailData = { state: "ask" | "done"; email: string } | { state: "invalid" };

const linkToken = linkTokenOf("fabel_confirm", confirmEmailPath);

/** @throws Response redirect that removes the token from the URL */
export async function loadConfirmEmail(backend: Backend, request: Request): Promise<ConfirmEmailData> {
  await linkToken.takeFromAddress(request);
  const token = await linkToken.read(request);
  if (token === null) return { state: "invalid" };
  const { account } = backend.clients;
  return confirmationOf("ask", () =>
    account.readEmailConfirmation({ body: { token } }, guestCallContext(requestContextOf(request))),
  );
}

/** Confirms the address and uses up the link. */
export async function submitConfirmEmail(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const token = await linkToken.read(request);
  const { clients, displayCache } = backend;
  const page: ConfirmEmailData =
    token === null
      ? { state: "invalid" }
      : await confirmationOf("done", async () => {
          const credentials = guestCallContext(requestContextOf(request));
          const response = await clients.account.confirmEmail({ body: { token } }, credentials);
          displayCache.drop(response.body.uid);
          return response;
        });
  return data(page, {
    status: page.state === "invalid" ? 400 : 200,
    headers: { "Set-Cookie": await linkToken.cleared(request) },
  });
}

async function confirmationOf(
  state: "ask" | "done",
  ask: () => Promise<{ body: { email: string } }>,
): Promise<ConfirmEmailData> {
  try {
    return { state, email: (await ask()).body.email };
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return { state: "invalid" };
    throw error;
  }
}
