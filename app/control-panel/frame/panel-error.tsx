import { useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { listKinds } from "~/services/contracts/person-kinds";
import { ErrorContent } from "~/shell/error-page";
import { panelListHref } from "~/shell/list-address";
import { useShellData } from "~/shell/shell-data";
import { LinkButton } from "~/ui/button";
import { ArrowLeft } from "~/ui/icons";
import type { loadPanel } from "./load-panel.server";

/**
 * Error page for a missing or forbidden panel page. Each page has its own boundary, not the layout's: after a form submission without
 * script, only routes above the boundary are loaded.
 */
export function PanelError() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loadPanel>("routes/controlpanel/layout");
  const missing = useMissing();
  // Layout data loaded for another user must not be shown to the current one.
  if (frame?.uid !== useShellData()?.user?.uid) throw error;
  return <ErrorContent missing={missing} />;
}

const lists: readonly string[] = [...listKinds, "groups", "organizations", "jobs"];

/** Hint and link back to the list for an item that is missing or out of scope. */
export function useMissing() {
  const { t } = useTranslation(["control-panel", "lists"]);
  const [, , list = "", one, part] = useLocation().pathname.split("/");
  if (!one || !lists.includes(list)) return undefined;
  const way = (
    <LinkButton
      to={panelListHref(`/controlpanel/${list}`)}
      variant="primary"
      size="large"
      icon={ArrowLeft}
      className="mt-2"
    >
      {t("lists:confirm.back")}
    </LinkButton>
  );
  return { hint: t(list === "jobs" && part === "file" ? "lists:file.gone" : "form.missing"), way };
}
