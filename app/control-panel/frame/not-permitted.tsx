import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Icon } from "~/ui/icon";
import { Lock } from "~/ui/icons";

/** Messages for users who may view but not edit. docs/product/control-panel.md#roles. */

type NotPermittedProps = {
  /** Whether a higher role exists that could; false for platform administrators. */
  hasHigher: boolean;
};

function useWords(hasHigher: boolean): string {
  const { t } = useTranslation("control-panel");
  const message = t("messages.insufficientPermission");
  return hasHigher ? `${message}. ${t("form.permissionElsewhere")}` : message;
}

/** Message below or in place of the fields that it names. */
export function NotPermitted({ of, hasHigher }: NotPermittedProps & { of: readonly string[] }) {
  const { t } = useTranslation("control-panel");
  const words = useWords(hasHigher);
  if (of.length === 0) return null;
  return (
    <p className="flex gap-1.5 text-14 text-ink-soft">
      <Icon of={Lock} size={16} className="mt-0.5 shrink-0" />
      <span>{t("form.permissionOf", { what: of.join(", "), words })}</span>
    </p>
  );
}

/** Message above a page that is entirely read-only. */
export function NothingPermitted({ hasHigher }: NotPermittedProps) {
  const { t } = useTranslation("control-panel");
  const words = useWords(hasHigher);
  return <Banner title={t("form.onlyLook")}>{words}</Banner>;
}
