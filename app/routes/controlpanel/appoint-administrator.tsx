import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadAppointment, submitAppointment } from "~/control-panel/people/appointment.server";
import { AppointmentPage } from "~/control-panel/people/appointment-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => t("control-panel:appointment.title", { name: data.name }),
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadAppointment(backendOf(context), request, params.id ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return submitAppointment(backendOf(context), request, params.id ?? "");
}

export default function AppointAdministrator() {
  return <AppointmentPage {...useLoaderData<typeof loader>()} />;
}
