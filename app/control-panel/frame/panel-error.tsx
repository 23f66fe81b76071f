import { useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { panelListHref } from "~/control-panel/lists/list-address";
import type { loadPanel } from "~/control-panel/overview/overview.server";
import { listKinds } from "~/control-panel/people/kinds";
import { ErrorContent } from "~/shell/error-page";
import { useShellData } from "~/shell/shell-data";
import { LinkButton } from "~/ui/button";
import { ArrowLeft } from "~/ui/icons";

/**
 * A page of the panel that is not there, or not theirs. Each page has it as its own boundary and not the frame for all: after a form
 * that was sent without script, only what stands above the boundary is loaded.
 */
export function PanelError() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loadPanel>("routes/controlpanel/layout");
  const missing = useMissing();
  // A frame that was loaded for somebody else is not kept for whoever is there now.
  if (frame?.uid !== useShellData()?.user?.uid) throw error;
  return <ErrorContent missing={missing} />;
}

const lists: readonly string[] = [...listKinds, "groups", "organizations", "jobs"];

/** One of a list that is not there, be it gone or never theirs: the list is where to look. */
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
