import { createCookie, data, redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import { ServiceError } from "~/services/contracts/service-error";
import { guestCallContext, requestContextOf } from "~/session/request-context.server";
import { requireSameOrigin } from "~/session/same-origin.server";
import { confirmPath } from "./email.server";

/**
 * Where a mail's link leads. The token is taken out of the address at once and waits in a cookie of this page alone; looking
 * changes nothing, the button does. docs/product/choices.md#who-and-where.
 */

export type ConfirmEmailPage = { state: "ask" | "done"; email: string } | { state: "invalid" };

/** Minutes for which the token waits for the button. */
const waits = 30;

function tokenCookie(request: Request) {
  const secure = new URL(request.url).protocol === "https:";
  return createCookie("fabel_confirm", {
    path: confirmPath,
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: waits * 60,
  });
}

async function tokenOf(request: Request): Promise<string | null> {
  const value: unknown = await tokenCookie(request).parse(request.headers.get("cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}

/** @throws Response the redirect that strips the token */
export async function loadConfirmEmail(request: Request): Promise<ConfirmEmailPage> {
  const given = new URL(request.url).searchParams.get("token");
  if (given !== null) {
    throw redirect(confirmPath, {
      headers: {
        "Set-Cookie": await tokenCookie(request).serialize(given.slice(0, 100)),
        "Referrer-Policy": "no-referrer",
      },
    });
  }
  const token = await tokenOf(request);
  if (token === null) return { state: "invalid" };
  const { account } = getWiring().clients;
  return answerOf("ask", () =>
    account.readEmailConfirmation({ body: { token } }, guestCallContext(requestContextOf(request))),
  );
}

/** The button: uses the link up. */
export async function submitConfirmEmail(request: Request) {
  requireSameOrigin(request);
  const token = await tokenOf(request);
  const { clients, displayCache } = getWiring();
  const page: ConfirmEmailPage =
    token === null
      ? { state: "invalid" }
      : await answerOf("done", async () => {
          const credentials = guestCallContext(requestContextOf(request));
          const answer = await clients.account.confirmEmail({ body: { token } }, credentials);
          displayCache.drop(answer.body.uid);
          return answer;
        });
  const gone = await tokenCookie(request).serialize("", { maxAge: 0 });
  return data(page, { status: page.state === "invalid" ? 400 : 200, headers: { "Set-Cookie": gone } });
}

async function answerOf(
  state: "ask" | "done",
  ask: () => Promise<{ body: { email: string } }>,
): Promise<ConfirmEmailPage> {
  try {
    return { state, email: (await ask()).body.email };
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return { state: "invalid" };
    throw error;
  }
}
