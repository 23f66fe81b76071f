import { expect, test } from "vitest";
import { defaultSettings, type ReaderSettings } from "./reader-settings";
import { serverSettings } from "./server-settings";

function settingsSender() {
  const sent: Array<Partial<ReaderSettings>> = [];
  let due: (() => void) | null = null;
  const sender = serverSettings(
    defaultSettings,
    (change) => sent.push(change),
    (work) => {
      due = work;
      return () => {
        due = null;
      };
    },
  );
  return { keeper: sender, sent, passTime: () => due?.() };
}

test("changes in quick succession are sent together, and only the changed settings", () => {
  const { keeper: sender, sent, passTime } = settingsSender();
  for (const playbackRate of [1.1, 1.2, 1.3]) sender.changed({ ...defaultSettings, playbackRate, highlight: false });
  expect(sent).toEqual([]);
  passTime();
  expect(sent).toEqual([{ playbackRate: 1.3, highlight: false }]);
  sender.changed({ ...defaultSettings, playbackRate: 1.3, highlight: false, skipped: ["table"] });
  sender.flush();
  expect(sent[1]).toEqual({ skipped: ["table"] });
});

test("a setting that is changed back is not sent", () => {
  const { keeper: sender, sent, passTime } = settingsSender();
  sender.changed({ ...defaultSettings, highlight: false });
  sender.changed(defaultSettings);
  passTime();
  sender.flush();
  expect(sent).toEqual([]);
});

test("volume and mute are not sent", () => {
  const { keeper: sender, sent, passTime } = settingsSender();
  sender.changed({ ...defaultSettings, muted: true, audioVolume: 0.2 });
  passTime();
  sender.changed({ ...defaultSettings, muted: true, audioVolume: 0.1, preferredLanguage: null });
  sender.flush();
  expect(sent).toEqual([{ preferredLanguage: null }]);
});
