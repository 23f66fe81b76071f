import { data, unstable_parseMultipartFormData as parseMultipart, type UploadHandler } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import type { RejectionReason } from "~/epub/ingest/rejection";
import { refusalOf } from "~/forms/service-errors.server";
import { pulledStream } from "~/http/pulled-stream.server";
import { ServiceError } from "~/services/contracts/service-error";
import { requireUserWho } from "~/session/guard.server";

/** Adding a book on a screen: `books:add` for super users. docs/product/choices.md#books. */

export type NewBookData = {
  /** Megabytes that a file may have. */
  size: number;
};

export type NewBookAnswer =
  | { kind: "added"; id: string; title: string }
  | { kind: "refused"; reason: RejectionReason }
  | { kind: "missing" };

/** As the request pipeline says for this path (server/http/body-limits.ts). */
const largestFile = 512;

const signed = (request: Request) => requireUserWho(request, (user) => user.isSuperUser);

export async function loadNewBook(request: Request): Promise<NewBookData> {
  await signed(request);
  return { size: largestFile };
}

/** Hands the file on to the service while it still arrives; nothing of it is kept here. */
export async function addBook(request: Request) {
  const { credentials } = await signed(request);
  const { library } = getWiring().clients;
  const told: { answer: NewBookAnswer } = { answer: { kind: "missing" } };
  const take: UploadHandler = async ({ name, filename, data: bytes }) => {
    if (name !== "file" || !filename) {
      for await (const _ of bytes);
      return null;
    }
    const body = pulledStream(() => bytes);
    told.answer = await library.uploadBook({ body }, credentials).then(
      ({ body: book }): NewBookAnswer => ({ kind: "added", ...book }),
      (error: unknown) => refusedOr(error, request),
    );
    return null;
  };
  await parseMultipart(request, take);
  return data(told.answer, { status: told.answer.kind === "added" ? 201 : 400 });
}

function refusedOr(error: unknown, request: Request): NewBookAnswer {
  const reason = error instanceof ServiceError && error.status === 400 ? error.details?.[0]?.reason : undefined;
  if (reason === undefined) throw refusalOf(error, request);
  return { kind: "refused", reason: reason as RejectionReason };
}
