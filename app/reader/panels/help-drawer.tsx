import { useTranslation } from "react-i18next";
import { commands, labelOf } from "~/reader/commands/commands";
import { useReader } from "~/reader/controller/reader-context";
import { keyNames } from "~/reader/controls/icon-button";
import { Drawer } from "./drawer";

/** All shortcuts, listed from the command table. */
export function HelpDrawer() {
  const { t } = useTranslation("reader");
  const store = useReader();
  return (
    <Drawer title={t("command.help")} side="end">
      <dl>
        {commands
          .filter((command) => command.shortcuts.length > 0 && (command.isOffered?.(store) ?? true))
          .map((command) => (
            <div key={command.id} className="flex items-center justify-between gap-4 px-3 py-2">
              <dt className="text-16">{t(labelOf(command, store))}</dt>
              <dd className="flex flex-wrap justify-end gap-1">
                {command.shortcuts.map((shortcut) => (
                  <kbd
                    key={keyNames(shortcut)}
                    className="rounded-control border border-line bg-sunken px-2 py-0.5 text-14 whitespace-nowrap"
                  >
                    {keyNames(shortcut)}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Drawer>
  );
}
