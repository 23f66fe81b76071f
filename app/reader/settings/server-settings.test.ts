import { expect, test } from "vitest";
import { defaultSettings, type ReaderSettings } from "./reader-settings";
import { serverSettings } from "./server-settings";

function kept() {
  const sent: Array<Partial<ReaderSettings>> = [];
  let due: (() => void) | null = null;
  const keeper = serverSettings(
    defaultSettings,
    (change) => sent.push(change),
    (work) => {
      due = work;
      return () => {
        due = null;
      };
    },
  );
  return { keeper, sent, passTime: () => due?.() };
}

test("changes in quick succession are sent together, and only the changed settings", () => {
  const { keeper, sent, passTime } = kept();
  for (const playbackRate of [1.1, 1.2, 1.3]) keeper.changed({ ...defaultSettings, playbackRate, highlight: false });
  expect(sent).toEqual([]);
  passTime();
  expect(sent).toEqual([{ playbackRate: 1.3, highlight: false }]);
  keeper.changed({ ...defaultSettings, playbackRate: 1.3, highlight: false, skipped: ["table"] });
  keeper.flush();
  expect(sent[1]).toEqual({ skipped: ["table"] });
});

test("a setting that is changed back is not sent", () => {
  const { keeper, sent, passTime } = kept();
  keeper.changed({ ...defaultSettings, highlight: false });
  keeper.changed(defaultSettings);
  passTime();
  keeper.flush();
  expect(sent).toEqual([]);
});

test("volume and mute are not sent", () => {
  const { keeper, sent, passTime } = kept();
  keeper.changed({ ...defaultSettings, muted: true, audioVolume: 0.2 });
  passTime();
  keeper.changed({ ...defaultSettings, muted: true, audioVolume: 0.1, preferredLanguage: null });
  keeper.flush();
  expect(sent).toEqual([{ preferredLanguage: null }]);
});
