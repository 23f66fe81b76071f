import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/composition/process-backend.server";
import { loadOutbox } from "~/outbox/outbox.server";
import { OutboxPage } from "~/outbox/outbox-page";

export const handle = { i18n: ["account"], title: "account:outbox.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadOutbox(backendOf(context), request);

export default function Outbox() {
  return <OutboxPage messages={useLoaderData<typeof loader>().messages} />;
}
