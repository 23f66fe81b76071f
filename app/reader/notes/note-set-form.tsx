import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { noteSetTitleLength } from "~/services/contracts/class-note-values";
import type { ClassNotes, NoteSet } from "~/services/contracts/class-notes";
import { Button } from "~/ui/button";
import type { NoteSetDraft } from "./class-notes-store";

const control =
  "mt-1 min-h-12 w-full rounded-control border border-line-strong bg-paper px-3 text-16 font-normal text-ink focus-visible:outline-3 focus-visible:outline-focus";

type FormProps = {
  notes: ClassNotes;
  /** Null for a new set. */
  set: NoteSet | null;
  /** @returns whether it was stored */
  onSave(draft: NoteSetDraft): Promise<boolean>;
  onCancel(): void;
};

/** Title, class and first day of a set of notes. */
export function NoteSetForm({ notes, set, onSave, onCancel }: FormProps) {
  const { t } = useTranslation("reader");
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => first.current?.focus(), []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    setBusy(true);
    const isStored = await onSave({
      title: text("title"),
      groupId: text("group"),
      shownFrom: text("day") || null,
      copyOf: text("copy") || null,
    });
    setBusy(false);
    if (isStored) onCancel();
  };
  const isKnownGroup = notes.groups.some((group) => group.id === set?.group?.id);
  return (
    <form
      aria-label={set ? t("class_notes.edit", { title: set.title }) : t("class_notes.new")}
      className="mt-2 flex flex-col gap-3 rounded-control border border-line p-3"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <label className="block text-14 font-semibold">
        {t("class_notes.name")}
        <input
          ref={first}
          name="title"
          dir="auto"
          required
          maxLength={noteSetTitleLength}
          autoComplete="off"
          defaultValue={set?.title ?? ""}
          className={control}
        />
      </label>
      <label className="block text-14 font-semibold">
        {t("class_notes.class")}
        <select name="group" required defaultValue={isKnownGroup ? set?.group?.id : undefined} className={control}>
          {notes.groups.map((group) => (
            <option key={group.id} value={group.id}>
              {group.name}
            </option>
          ))}
        </select>
      </label>
      <div>
        <label className="block text-14 font-semibold">
          {t("class_notes.day")}
          <input
            name="day"
            type="date"
            defaultValue={set?.shownFrom ?? ""}
            aria-describedby={`${id}-day`}
            className={control}
          />
        </label>
        <p id={`${id}-day`} className="mt-1 text-14 text-ink-soft">
          {t("class_notes.day_help")}
        </p>
      </div>
      {!set && notes.data.length > 0 && (
        <label className="block text-14 font-semibold">
          {t("class_notes.copy")}
          <select name="copy" defaultValue="" className={control}>
            <option value="">{t("class_notes.copy_none")}</option>
            {notes.data.map(({ id: copied, title, group }) => (
              <option key={copied} value={copied}>
                {[title, group?.name].filter(Boolean).join(" · ")}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="quiet" onClick={onCancel}>
          {t("bookmark.cancel")}
        </Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t("bookmark.save")}
        </Button>
      </div>
    </form>
  );
}
