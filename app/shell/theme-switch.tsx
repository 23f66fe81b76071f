import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import { Monitor, Moon, Sun } from "~/ui/icons";
import { type Theme, themes } from "~/ui/theme";
import { useShellData } from "./shell-data";

const icons = { system: Monitor, light: Sun, dark: Moon };

type ThemeChoiceProps = { current: Theme; returnTo: string; t: TFunction };

/** Choice of theme: light, dark or system. A plain form, so it works without script. */
export function ThemeChoice({ current, returnTo, t }: ThemeChoiceProps) {
  return (
    <form method="post" action="/preferences">
      <input type="hidden" name="returnTo" value={returnTo} />
      <fieldset>
        <legend className="mb-2 font-semibold text-14 text-ink-soft">{t("theme.label")}</legend>
        <div className="grid grid-cols-3 gap-1 rounded-control bg-sunken p-1">
          {themes.map((theme) => (
            <button
              key={theme}
              type="submit"
              name="theme"
              value={theme}
              aria-pressed={theme === current}
              className={classes(
                "flex min-h-12 flex-col items-center justify-center gap-0.5 rounded-control px-1 text-14 transition",
                theme === current ? "bg-raised font-semibold text-primary shadow-low" : "text-ink-soft hover:text-ink",
              )}
            >
              <Icon of={icons[theme]} size={16} />
              {t(`theme.${theme}`)}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  );
}

/** Choice of theme with the current one from the shell's data. */
export function ThemeSwitch({ returnTo }: { returnTo: string }) {
  const { t } = useTranslation("shell");
  return <ThemeChoice current={useShellData()?.theme ?? "system"} returnTo={returnTo} t={t} />;
}
