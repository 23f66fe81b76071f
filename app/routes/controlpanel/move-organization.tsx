import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { organizationIntents } from "~/control-panel/organizations/organization-fields";
import { loadOrganizationMove } from "~/control-panel/organizations/organization-page.server";
import type { Titled } from "~/shell/page-title";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data: { name, parent } }: Titled<typeof loader>) =>
    parent
      ? t("control-panel:organizations.moving.title", { name, parent: parent.name })
      : t("control-panel:organizations.moving.freeTitle", { name }),
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadOrganizationMove(backendOf(context), request, params.id ?? "");

/** Confirmation before an organisation is moved, with the people whose permissions change. */
export default function MoveOrganization() {
  const { id, name, parent, effect } = useLoaderData<typeof loader>();
  const { t } = useTranslation("control-panel");
  const here = `/controlpanel/organizations/${id}`;
  const title = parent
    ? t("organizations.moving.title", { name, parent: parent.name })
    : t("organizations.moving.freeTitle", { name });
  return (
    <>
      <PageHeader crumbs={[{ label: name, to: here }]} title={title} />
      <div className="max-w-2xl space-y-6">
        {(["losing", "gaining"] as const).map((side) => {
          const { total, names } = effect[side];
          if (total === 0) return null;
          return (
            <Banner key={side} type="warning" title={t(`organizations.moving.${side}`, { count: total })}>
              <ul className="mt-1 list-disc ps-5">
                {names.map((each, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and the list never changes
                  <li key={place}>{each}</li>
                ))}
                {total > names.length && <li>{t("organizations.moving.more", { count: total - names.length })}</li>}
              </ul>
            </Banner>
          );
        })}
        <Form method="post" action={here} className="flex flex-wrap gap-3">
          <input type="hidden" name="confirmed" value="on" />
          {parent && <input type="hidden" name="id" value={parent.id} />}
          <Button variant="primary" name="intent" value={parent ? organizationIntents.move : organizationIntents.free}>
            {t(parent ? "organizations.moveHere" : "organizations.free")}
          </Button>
          <LinkButton to={here} variant="quiet">
            {t("form.cancel")}
          </LinkButton>
        </Form>
      </div>
    </>
  );
}
