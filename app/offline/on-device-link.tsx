import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { TabletSmartphone } from "~/ui/icons";
import { offlinePath } from "./offline-address";

/** Link from the shelf to the offline books; nothing if there are none. */
export function OnDeviceLink({ count }: { count: number }) {
  const { t } = useTranslation("library");
  if (count === 0) return null;
  return (
    <a
      href={offlinePath}
      className="mb-4 inline-flex min-h-11 items-center gap-2 rounded-control font-semibold underline underline-offset-2 hover:text-primary"
    >
      <Icon of={TabletSmartphone} className="text-success" />
      {t("booksOnDevice", { count })}
    </a>
  );
}
