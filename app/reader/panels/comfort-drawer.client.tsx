import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { defaultComfort } from "~/reader/settings/comfort";
import { isLookChanged, standardLook } from "~/reader/settings/reader-settings";
import { defaultLayout } from "~/reader/settings/reading-layout";
import { offerFaces } from "~/reader/view/reading-font";
import { Drawer } from "./drawer";
import { DrawerGroup } from "./drawer-group";
import { FocusChoices, PageChoices } from "./layout-choices";
import { PresetChoice, PresetEditor } from "./preset-choices";
import { PaperChoice, Spacings, TextSize, TypefaceChoice } from "./text-choices";
import { TextStyleChoice } from "./text-style-choice";

/**
 * Text appearance and layout; what is chosen less often is in groups. Each change is applied to the page at once.
 * docs/product/reader.md#comfort.
 */
export default function ComfortDrawer() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { comfort, layout, highlight, highlightUnit } = snapshot.settings;
  useEffect(offerFaces, []);
  const isSpaced = [comfort.lineSpacing ?? 0, comfort.letterSpacing, comfort.wordSpacing].some((space) => space > 0);
  const isLaidOut = (["pages", "margin", "align", "hyphens"] as const).some(
    (name) => layout[name] !== defaultLayout[name],
  );
  const isFocused =
    comfort.ruler !== defaultComfort.ruler ||
    layout.focusedLines !== defaultLayout.focusedLines ||
    layout.highlightContrast !== defaultLayout.highlightContrast ||
    highlight !== standardLook.highlight ||
    highlightUnit !== standardLook.highlightUnit;
  return (
    <Drawer title={t("command.comfort")} side="end" leavesPage>
      <PresetChoice />
      <TextSize />
      <TypefaceChoice />
      <TextStyleChoice />
      <PaperChoice />
      <DrawerGroup title={t("comfort.spacing")} isOpen={isSpaced}>
        <Spacings />
      </DrawerGroup>
      <DrawerGroup title={t("comfort.page_layout")} isOpen={isLaidOut}>
        <PageChoices />
      </DrawerGroup>
      <DrawerGroup title={t("comfort.focus")} isOpen={isFocused}>
        <FocusChoices />
      </DrawerGroup>
      <DrawerGroup title={t("comfort.presets.title")} isOpen={false}>
        <PresetEditor />
      </DrawerGroup>
      {isLookChanged(snapshot.settings) && (
        <button
          type="button"
          className="mx-3 mt-6 mb-3 min-h-11 rounded-full border border-line px-4 text-16 hover:border-primary focus-visible:outline-3 focus-visible:outline-focus"
          onClick={(event) => {
            // The reset button unmounts once everything is reset; the focus moves to the panel.
            event.currentTarget.closest<HTMLElement>("aside")?.focus();
            controller?.changeSettings(standardLook);
          }}
        >
          {t("comfort.reset")}
        </button>
      )}
    </Drawer>
  );
}
