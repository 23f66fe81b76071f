import type { EntryContext } from "@remix-run/node";

/**
 * Pages without script, as visitors read them: the same address with the same data is the same page, so it is written once. Who
 * asks, and what they are shown, has been found out anew before each look in here.
 */

export type PlainPages = {
  find(request: Request, status: number, context: EntryContext): Buffer<ArrayBuffer> | null;
  /** Keeps a page if it is such a one. */
  keep(request: Request, status: number, context: EntryContext, body: Buffer<ArrayBuffer>): void;
};

/** Pages at most, characters of what they are known by, and bytes of each. */
const limits = { pages: 500, key: 2000, body: 200_000 };

export function createPlainPages({ pages, key: longestKey, body: largest } = limits): PlainPages {
  const kept = new Map<string, Buffer<ArrayBuffer>>();

  return {
    find(request, status, context) {
      const key = keyOf(request, status, context);
      return (key !== null && kept.get(key)) || null;
    },
    keep(request, status, context, body) {
      // A script bears the nonce of one answer.
      if (context.renderMeta?.didRenderScripts || body.length > largest) return;
      const key = keyOf(request, status, context);
      if (key === null || key.length > longestKey) return;
      if (kept.size >= pages) kept.clear();
      kept.set(key, body);
    },
  };
}

/** All that a page is made of; null for one that is somebody's own, or an answer to a form, or an error. */
function keyOf(request: Request, status: number, { staticHandlerContext }: EntryContext): string | null {
  const { loaderData, actionData, errors } = staticHandlerContext;
  const root = loaderData?.root as { user?: unknown; notice?: unknown } | undefined;
  const isForAnybody = root?.user === null && root.notice === null;
  if (request.method !== "GET" || status !== 200 || !isForAnybody || actionData || errors) return null;
  const { pathname, search } = new URL(request.url);
  return `${pathname}${search} ${JSON.stringify(loaderData)}`;
}
