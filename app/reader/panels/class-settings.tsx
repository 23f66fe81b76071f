import { useTranslation } from "react-i18next";
import { commandOf } from "~/reader/commands/commands";
import { useReader } from "~/reader/controller/reader-context";
import { Button } from "~/ui/button";

const offered = ["together", "board"] as const;

/** For a class, in the settings: reading together, and for teachers the board. */
export function ClassSettings() {
  const { t } = useTranslation("reader");
  const store = useReader();
  const commands = offered.map(commandOf).filter((command) => command.isOffered?.(store));
  if (commands.length === 0) return null;
  return (
    <fieldset className="mt-4 border-t border-line pt-4">
      <legend className="px-3 text-14 font-semibold text-ink-soft">{t("class.title")}</legend>
      <div className="flex flex-wrap gap-2 px-3 pt-2">
        {commands.map((command) => (
          <Button key={command.id} type="button" onClick={() => command.run(store)}>
            {t(command.label)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
