import { useTranslation } from "react-i18next";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";

const lists = {
  groups: { label: "manage.title", to: "/controlpanel/beta/manage?tab=groups", text: "groups.restoreText" },
  organizations: {
    label: "nav.organizations",
    to: "/controlpanel/organizations",
    text: "organizations.restoreText",
  },
} as const;

/** Confirmation before a deleted group or organisation is restored, with what it includes. */
export function RestorePage({ name, list }: { name: string; list: keyof typeof lists }) {
  const { t } = useTranslation("control-panel");
  const { label, to, text } = lists[list];
  return (
    <>
      <PageHeader crumbs={[{ label: t(label), to }]} title={t("restore.title", { name })} intro={t(text)} />
      <Form method="post" className="flex flex-wrap gap-3">
        <Button variant="primary">{t("restore.button")}</Button>
        <LinkButton to={to} variant="quiet">
          {t("form.cancel")}
        </LinkButton>
      </Form>
    </>
  );
}
