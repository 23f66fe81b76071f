import fc from "fast-check";
import { expect, test } from "vitest";
import { longestName, mostPresets, presetInUse, presetName, readPresets, withPreset } from "./presets";
import { defaultSettings, standardLook } from "./reader-settings";

const look = { ...standardLook, comfort: { ...defaultSettings.comfort, textSize: 140 } };
const preset = (name: string) => ({ id: `id of ${name}`, name, look });

test("a preset is saved under its name, and one of the same name is replaced", () => {
  const one = withPreset([], preset("  At  home "));
  expect(one).toEqual([{ ...preset("At home"), id: "id of   At  home " }]);
  const again = withPreset(one ?? [], { ...preset("At home"), look: standardLook });
  expect(again).toEqual([{ id: "id of   At  home ", name: "At home", look: standardLook }]);
});

test("without a name nothing is saved, and no more than the greatest number", () => {
  expect(withPreset([], preset("  "))).toBeNull();
  const full = Array.from({ length: mostPresets }, (_, index) => preset(`${index}`));
  expect(withPreset(full, preset("one more"))).toBeNull();
  expect(withPreset(full, preset("3"))).toHaveLength(mostPresets);
});

test("a name is cut between letters, not inside one", () => {
  expect(presetName("📖".repeat(60))).toBe("📖".repeat(longestName));
});

test("given any stored value, then presets can be read, and again without a change", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      expect(readPresets(readPresets(stored))).toEqual(readPresets(stored));
    }),
  );
  const broken = [null, { id: "a" }, { id: "b", name: "Evening", look: { comfort: { textSize: "big" } } }];
  expect(readPresets(broken)).toEqual([{ id: "b", name: "Evening", look: standardLook }]);
  expect(readPresets([preset("Same"), preset("Same")])).toHaveLength(1);
});

test("the preset in use is the one with the same choices", () => {
  const presets = [preset("Large"), { ...preset("Standard"), look: standardLook }];
  expect(presetInUse(presets, look)?.name).toBe("Large");
  expect(presetInUse(presets, { ...look, darkTheme: true })).toBeNull();
});
