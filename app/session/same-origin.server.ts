import { isForeignWrite } from "~/security/foreign-request.server";
import type { RefusalReason } from "~/shell/refusal-reason";

/** @throws Response 403 when another site's page made the browser send a request that changes something. docs/security.md, line 3. */
export function requireSameOrigin(request: Request): void {
  if (isForeignWrite(request)) throw new Response("foreign" satisfies RefusalReason, { status: 403 });
}
