import { useTranslation } from "react-i18next";
import { isActive } from "~/control-panel/frame/person-kinds";
import type { GroupEntity } from "~/services/contracts/control-panel-entities";
import { TabLinks } from "~/ui/tabs";

type GroupTabsProps = { group: GroupEntity; current: "pupils" | "shelf" | "reading" | "settings" };

/** Tabs for pupils, shelf, reading and settings; those that the user may not open are omitted. */
export function GroupTabs({ group, current }: GroupTabsProps) {
  const { t } = useTranslation("control-panel");
  const path = `/controlpanel/groups/${group.id}`;
  const tabs = [
    { id: "pupils", to: path, label: t("nav.students"), isShown: true },
    { id: "shelf", to: `${path}/shelf`, label: t("person.tabs.shelf"), isShown: isActive(group, "EditBookshelf") },
    { id: "reading", to: `${path}/reading`, label: t("person.tabs.reading"), isShown: isActive(group, "ViewReading") },
    { id: "settings", to: `${path}?tab=settings`, label: t("groups.settings"), isShown: true },
  ];
  return (
    <div className="mb-6">
      <TabLinks
        label={group.attributes.name.value ?? ""}
        tabs={tabs.filter(({ isShown }) => isShown).map(({ id, ...tab }) => ({ ...tab, isCurrent: id === current }))}
      />
    </div>
  );
}
