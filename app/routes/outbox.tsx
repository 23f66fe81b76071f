import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadOutbox } from "~/outbox/outbox.server";
import { OutboxPage } from "~/outbox/outbox-page";

export const handle = { i18n: ["account"], title: "account:outbox.title" };

export const loader = ({ request }: LoaderFunctionArgs) => loadOutbox(request);

export default function Outbox() {
  return <OutboxPage messages={useLoaderData<typeof loader>().messages} />;
}
