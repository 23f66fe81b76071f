import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { Badge } from "~/ui/badge";

type Named = { name: string; status?: string | null; isShared?: boolean; isAdmin?: boolean };

/**
 * A name in a list, with what is to be known of its bearer beside it; the text alone where there is nothing.
 * @param hasStatusColumn whether the status stands in the row anyway
 */
export function nameCell(named: Named, hasStatusColumn: boolean, t: TFunction<"control-panel">): ReactNode {
  const { name, status, isShared, isAdmin } = named;
  const isOff = !hasStatusColumn && status !== "active" && status;
  if (!isAdmin && !isShared && !isOff) return name;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {name}
      {isAdmin && <Badge tone="primary">{t("status.admin")}</Badge>}
      {isShared && <Badge tone="info">{t("status.shared")}</Badge>}
      {isOff && <Badge tone="warning">{t(`status.${status}`)}</Badge>}
    </span>
  );
}
