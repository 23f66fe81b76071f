import { createCookie, redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { ServiceError } from "~/services/contracts/service-error";
import type { NoticeType } from "~/ui/banner";
import { sameOriginPath } from "./same-origin-path";

/** Action URL and fields of the undo form. Limited in length, since URLs of lists are long and a cookie holds 4096 bytes. */
const undoSchema = z.object({
  to: z
    .string()
    .max(2000)
    .refine((to) => sameOriginPath(to) === to),
  fields: z.record(z.string(), z.string()),
});

const noticeSchema = z.object({
  id: z.string(),
  type: z.enum(["success", "error", "warning", "info"]),
  message: z.string().max(500),
  undo: undoSchema.optional(),
});

/** Carries one notice from an action across the redirect. */
const noticeCookie = createCookie("fabel_notice", { path: "/", sameSite: "lax", httpOnly: true, maxAge: 60 });

export type ArrivedNotice = z.output<typeof noticeSchema>;

/** Set-Cookie value that shows a notice on the next page; without undo if its URL is too long. */
export function noticeToShow(type: NoticeType, message: string, undo?: ArrivedNotice["undo"]): Promise<string> {
  return noticeCookie.serialize({ id: crypto.randomUUID(), type, message, undo: undoSchema.safeParse(undo).data });
}

/** Redirects and shows a notice on the next page. `message` is already translated. */
export async function redirectWithNotice(
  to: string,
  type: NoticeType,
  message: string,
  undo?: ArrivedNotice["undo"],
): Promise<Response> {
  return redirect(to, { headers: { "Set-Cookie": await noticeToShow(type, message, undo) } });
}

/** The notice in the request's cookie, and the header that clears it. */
export async function readNotice(request: Request): Promise<{ notice: ArrivedNotice | null; headers: HeadersInit }> {
  const value: unknown = await noticeCookie.parse(request.headers.get("Cookie"));
  if (value === null) return { notice: null, headers: {} };
  const parsed = noticeSchema.safeParse(value);
  return {
    notice: parsed.success ? parsed.data : null,
    headers: { "Set-Cookie": await noticeCookie.serialize("", { maxAge: 0 }) },
  };
}

/**
 * Whether to show a notice to the user: those who disabled confirmations see only warnings and errors. The setting is read
 * only if there is a notice.
 */
export async function wantsNotice(
  backend: Backend,
  { credentials }: { credentials: CallContext },
  type: NoticeType,
): Promise<boolean> {
  if (type === "warning" || type === "error") return true;
  try {
    const { body } = await backend.clients.account.getSettings({}, credentials);
    return body.notices.confirmations ?? true;
  } catch (error) {
    if (error instanceof ServiceError) return true;
    throw error;
  }
}
