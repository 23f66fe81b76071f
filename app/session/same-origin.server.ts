import { isForeignWrite } from "~/security/foreign-request.server";
import type { RefusalReason } from "~/shell/refusal-reason";

/** @throws Response 403 for a cross-site request that would change something. docs/security.md, line 3. */
export function requireSameOrigin(request: Request): void {
  if (isForeignWrite(request)) throw new Response("foreign" satisfies RefusalReason, { status: 403 });
}
