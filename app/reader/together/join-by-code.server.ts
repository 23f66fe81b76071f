import { redirectDocument } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { refusalOf } from "~/forms/service-errors.server";
import { ledCodeField } from "~/services/contracts/led-readings";
import { ServiceError } from "~/services/contracts/service-error";
import { requireUser, type SignedIn } from "~/session/guard.server";
import type { JoinProblem } from "./join-problems";
import { togetherParameter } from "./together-parameter";

/** A pupil joins a teacher's reading by its code. docs/product/reader.md#reading-together. */

/** @throws Response 403 unless the user is a pupil */
export async function requireFollower(backend: Backend, request: Request): Promise<SignedIn> {
  const signed = await requireUser(backend, request);
  if (!signed.user.isStudent) throw new Response(null, { status: 403 });
  return signed;
}

// Not named "code": fields of that name prove an identity, so no page renders them again.
const schema = z.object({ ledCode: ledCodeField });

/** Redirects to the book, which then follows the teacher. */
export async function joinByCode(backend: Backend, request: Request) {
  const { credentials } = await requireFollower(backend, request);
  const form = readForm(await request.formData(), schema);
  if (form.submission.status === "error") return formResult(backend, null, { request, ...form });
  try {
    const input = { body: { code: form.values.ledCode } };
    const { body } = await backend.clients.library.joinLedReading(input, credentials);
    const query = new URLSearchParams({ [togetherParameter]: body.id });
    // The reader has a content policy of its own, so its document is loaded.
    return redirectDocument(`/reader/${encodeURIComponent(body.bookId)}?${query}`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const problem: JoinProblem | undefined = ({ 404: "unknown", 429: "too_many" } as const)[error.status];
    if (problem) {
      const shown = error.status === 404 ? null : error;
      return formResult(backend, shown, { request, ...form, fieldErrors: { ledCode: [problem] } });
    }
    if (error.status < 500) throw refusalOf(error, request);
    return formResult(backend, error, { request, ...form });
  }
}
