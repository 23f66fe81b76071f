import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { Annotation } from "~/services/contracts/annotations";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Users } from "~/ui/icons";
import type { ClassNotesStore } from "./class-notes-store";

/** Lets a pupil share a copy of a note with the teachers of the pupil's classes, and take it back. Asks first. */
export function ShareNote({ note, store }: { note: Annotation; store: ClassNotesStore }) {
  const { t } = useTranslation("reader");
  const { notes } = useSyncExternalStore(store.subscribe, store.state);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const copy = notes?.shared.find(({ id }) => id === note.id);
  const during = async (work: Promise<boolean>) => {
    setBusy(true);
    await work;
    setBusy(false);
    setAsking(false);
  };
  if (!copy && !notes?.mayShare) return null;
  if (isAsking) {
    return (
      <div className="mx-3 mb-3 rounded-control border border-line p-3" role="status">
        <p className="text-16">{t("class_notes.share_ask")}</p>
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <Button type="button" variant="quiet" className="min-h-12" onClick={() => setAsking(false)}>
            {t("bookmark.cancel")}
          </Button>
          <Button
            type="button"
            variant="primary"
            className="min-h-12"
            busy={isBusy}
            onClick={() => void during(store.share(note.id))}
          >
            {t("class_notes.share_do")}
          </Button>
        </div>
      </div>
    );
  }
  if (!copy) {
    return (
      <div className="px-1 pb-2">
        <Button type="button" variant="quiet" className="min-h-12" icon={Users} onClick={() => setAsking(true)}>
          {t("class_notes.share")}
        </Button>
      </div>
    );
  }
  const isChanged = copy.note !== note.note || copy.style !== note.style;
  return (
    <div className="px-3 pb-2">
      <p className="flex items-center gap-2 text-14" role="status">
        <Icon of={Users} className="size-5 shrink-0 text-primary" />
        {t(isChanged ? "class_notes.changed" : "class_notes.shared")}
      </p>
      <div className="flex flex-wrap gap-1">
        <Button
          type="button"
          variant="quiet"
          className="min-h-12"
          busy={isBusy}
          onClick={() => void during(store.takeBack(note.id))}
        >
          {t("class_notes.take_back")}
        </Button>
        {isChanged && notes?.mayShare && (
          <Button type="button" variant="quiet" className="min-h-12" onClick={() => void during(store.share(note.id))}>
            {t("class_notes.share_again")}
          </Button>
        )}
      </div>
    </div>
  );
}
