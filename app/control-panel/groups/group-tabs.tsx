import { useTranslation } from "react-i18next";
import type { PanelGroup } from "~/services/contracts/pages/group-page";
import { TabLinks } from "~/ui/tabs";

type GroupTabsProps = {
  group: Pick<PanelGroup, "id" | "name" | "actions" | "isTaught">;
  current: "pupils" | "shelf" | "reading" | "notes" | "settings";
};

/** Tabs for pupils, shelf, reading, shared notes and settings; those that the user may not open are omitted. */
export function GroupTabs({ group, current }: GroupTabsProps) {
  const { t } = useTranslation("control-panel");
  const path = `/controlpanel/groups/${group.id}`;
  const tabs = [
    { id: "pupils", to: path, label: t("nav.students"), isShown: true },
    {
      id: "shelf",
      to: `${path}/shelf`,
      label: t("person.tabs.shelf"),
      isShown: group.actions.includes("EditBookshelf"),
    },
    {
      id: "reading",
      to: `${path}/reading`,
      label: t("person.tabs.reading"),
      isShown: group.actions.includes("ViewReading"),
    },
    { id: "notes", to: `${path}/notes`, label: t("sharedNotes.title"), isShown: group.isTaught },
    { id: "settings", to: `${path}?tab=settings`, label: t("groups.settings"), isShown: true },
  ];
  return (
    <div className="mb-6">
      <TabLinks
        label={group.name}
        tabs={tabs.filter(({ isShown }) => isShown).map(({ id, ...tab }) => ({ ...tab, isCurrent: id === current }))}
      />
    </div>
  );
}
