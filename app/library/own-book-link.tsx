import { useTranslation } from "react-i18next";
import { useShellData } from "~/shell/shell-data";
import { LinkButton } from "~/ui/button";
import { BookPlus } from "~/ui/icons";

/** Below the shelf: opens a book from the user's device; not on a child's. docs/product/reader.md#screens. */
export function OwnBookLink() {
  const { t } = useTranslation("library");
  if (useShellData()?.user?.isJoinedDevice) return null;
  return (
    <aside className="mt-12 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-6">
      <p className="text-ink-soft">{t("ownBook.hint")}</p>
      <LinkButton to="/reader/test-player" reloadDocument icon={BookPlus}>
        {t("ownBook.open")}
      </LinkButton>
    </aside>
  );
}
