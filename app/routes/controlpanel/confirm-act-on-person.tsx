import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { withBack } from "~/control-panel/frame/back-parameter";
import { personHref } from "~/control-panel/frame/person-kinds";
import { loadConfirmation } from "~/control-panel/people/confirmation.server";
import { type ConfirmedAct, confirmedActs, isConfirmedAct } from "~/control-panel/people/confirmed-acts";
import { IdempotencyField } from "~/forms/hidden-fields";
import { isPersonKind } from "~/services/contracts/person-kinds";
import type { Titled } from "~/shell/page-title";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import type { IconShape } from "~/ui/icon";
import { Ban, KeyRound, LogOut } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data: { act, name, isMailed } }: Titled<typeof loader>) =>
    t(`control-panel:confirmation.${isMailed ? "mail-password" : act}.title`, { name }),
};

export async function loader({ request, params: { kind, id, act }, context }: LoaderFunctionArgs) {
  if (!isPersonKind(kind) || !id || !isConfirmedAct(act)) throw new Response(null, { status: 404 });
  return loadConfirmation(backendOf(context), request, kind, id, act);
}

export default function ConfirmActOnPerson() {
  return <ConfirmationPage {...useLoaderData<typeof loader>()} />;
}

const icons: Record<ConfirmedAct, IconShape> = {
  "new-password": KeyRound,
  "void-badge": Ban,
  "void-pictures": Ban,
  "end-sessions": LogOut,
};

/** Asks once, with the person's name, before an act that cannot be undone. */
function ConfirmationPage({
  act,
  kind,
  id,
  name,
  isMailed,
  idempotencyKey,
  backHref,
}: Awaited<ReturnType<typeof loadConfirmation>>) {
  const { t } = useTranslation("control-panel");
  const navigation = useNavigation();
  const href = personHref({ id, type: kind });
  const person = withBack(act === "new-password" ? href : `${href}?tab=sign-in`, backHref);
  const words = isMailed ? "mail-password" : act;
  const isVoided = act === "void-badge" || act === "void-pictures";
  return (
    <div className="max-w-[70ch]">
      <PageHeader
        crumbs={[{ label: name, to: person }]}
        title={t(`confirmation.${words}.title`, { name })}
        intro={t(`confirmation.${words}.text`, { name })}
      />
      <Form method="post" action={person} className="flex flex-wrap gap-3">
        <IdempotencyField idempotencyKey={idempotencyKey} />
        <Button
          name="intent"
          value={confirmedActs[act].intent}
          icon={icons[act]}
          variant={isVoided ? "danger" : "primary"}
          busy={navigation.state === "submitting"}
        >
          {t(`confirmation.${words}.button`)}
        </Button>
        <LinkButton to={backHref ?? person} variant="quiet">
          {t("form.cancel")}
        </LinkButton>
      </Form>
    </div>
  );
}
