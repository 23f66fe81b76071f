import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ControlsBar } from "~/reader/controls/controls-bar";
import { Toolbar } from "~/reader/controls/toolbar";
import { ContentsDrawer } from "~/reader/panels/contents-drawer";
import { LanguageMenu } from "~/reader/panels/language-menu";
import { SettingsDrawer } from "~/reader/panels/settings-drawer";

test.each([
  ["the toolbar", Toolbar],
  ["the controls bar", ControlsBar],
  ["the table of contents", ContentsDrawer],
  ["the language menu", LanguageMenu],
  ["the settings", SettingsDrawer],
])("%s outside a reader throws an error about the missing store", (_, Part) => {
  expect(() => renderToString(<Part />)).toThrow("Please provide a store!!");
});
