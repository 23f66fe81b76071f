import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { newId } from "~/browser-outbox/new-id";
import { useReader } from "~/reader/controller/reader-context";
import { longestName, type Preset, presetInUse, withPreset } from "~/reader/settings/presets";
import { lookOfSettings } from "~/reader/settings/reader-settings";
import { Icon } from "~/ui/icon";
import { Trash2 } from "~/ui/icons";
import { panelButton } from "./panel-button";

/** The presets, to be applied by one press; nothing as long as there are none. */
export function PresetChoice() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { presets } = snapshot.settings;
  if (presets.length === 0) return null;
  const inUse = presetInUse(presets, lookOfSettings(snapshot.settings));
  return (
    <fieldset className="mb-4 border-b border-line px-3 pb-4">
      <legend className="text-14 font-semibold text-ink-soft">{t("comfort.presets.title")}</legend>
      <div className="flex flex-wrap gap-2 pt-2">
        {presets.map((preset) => (
          <button
            key={preset.id}
            type="button"
            aria-pressed={preset === inUse}
            className={panelButton}
            dir="auto"
            onClick={() => controller?.changeSettings(preset.look)}
          >
            {preset.name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Saves the choices under a name, and deletes presets. */
export function PresetEditor() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { presets } = snapshot.settings;
  const [name, setName] = useState("");
  const [message, setMessage] = useState("");
  const [deleted, setDeleted] = useState<Preset | null>(null);
  const fieldId = useId();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const changed = withPreset(presets, { id: newId(), name, look: lookOfSettings(snapshot.settings) });
    if (changed) controller?.changeSettings({ presets: changed });
    setMessage(
      changed ? t("comfort.presets.saved") : t(name.trim() ? "comfort.presets.full" : "comfort.presets.nameless"),
    );
    setDeleted(null);
    if (changed) setName("");
  };
  return (
    <>
      <form className="px-3 pt-2" onSubmit={save}>
        <label htmlFor={fieldId} className="block text-14 font-semibold text-ink-soft">
          {t("comfort.presets.name")}
        </label>
        <div className="flex flex-wrap gap-2 pt-2">
          <input
            id={fieldId}
            value={name}
            maxLength={longestName}
            autoComplete="off"
            className="min-h-12 min-w-0 flex-1 basis-40 rounded-control border border-line bg-surface px-3 text-16 focus-visible:outline-3 focus-visible:outline-focus"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit" className={panelButton}>
            {t("comfort.presets.save")}
          </button>
        </div>
        <p className="pt-1 text-14 text-ink-soft">{t("comfort.presets.hint")}</p>
      </form>
      <p role="status" className="px-3 pt-1 text-14 font-semibold empty:hidden">
        {message}
      </p>
      {deleted && (
        <button
          type="button"
          className={`${panelButton} mx-3 mt-2`}
          onClick={() => {
            controller?.changeSettings({ presets: withPreset(presets, deleted) ?? [...presets] });
            setDeleted(null);
            setMessage("");
          }}
        >
          {t("comfort.presets.undo")}
        </button>
      )}
      <ul className="list-none ps-0 pt-2">
        {presets.map((preset) => (
          <li key={preset.id} className="flex min-h-12 items-center justify-between gap-2 ps-3">
            <span className="min-w-0 truncate" dir="auto">
              {preset.name}
            </span>
            <button
              type="button"
              aria-label={t("comfort.presets.delete", { name: preset.name })}
              className="grid size-12 shrink-0 place-items-center rounded-full hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus"
              onClick={(event) => {
                // The button unmounts with its preset; the focus stays in the panel.
                event.currentTarget.closest<HTMLElement>("aside")?.focus();
                controller?.changeSettings({ presets: presets.filter((one) => one !== preset) });
                setDeleted(preset);
                setMessage(t("comfort.presets.deleted", { name: preset.name }));
              }}
            >
              <Icon of={Trash2} className="size-5" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
