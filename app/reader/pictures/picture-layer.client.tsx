import { useEffect, useState } from "react";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { listenForPictures } from "./listen-for-pictures.client";
import { type BookPicture, picturesIn } from "./picture";
import { PictureDialog } from "./picture-dialog";

type Opened = { pictures: readonly BookPicture[]; at: number };

/** Opens pictures of the shown pages by double click, long press and key. docs/product/reader.md#comfort. */
export default function PictureLayer() {
  const { controller, notes, pictures } = useReader();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { isOn, set } = pictures;

  useEffect(() => {
    if (!controller) return;
    return listenForPictures(controller, (picture) => {
      const shown = shownPictures(controller);
      const at = shown.findIndex(({ element }) => element === picture.element);
      setOpened(at < 0 ? { pictures: [picture], at: 0 } : { pictures: shown, at });
    });
  }, [controller]);

  useEffect(() => {
    if (!isOn || !controller) return;
    set(false);
    const shown = shownPictures(controller);
    if (shown.length === 0) controller.notify("picture.none");
    else setOpened({ pictures: shown, at: 0 });
  }, [isOn, set, controller]);

  if (!controller || !opened) return null;
  const mark = () => {
    const picture = opened.pictures[opened.at];
    setOpened(null);
    if (!picture) return;
    for (const chosen of controller.pictureListeners) chosen(picture.frame, picture.element);
  };
  return (
    <PictureDialog
      pictures={opened.pictures}
      at={opened.at}
      onMove={(at) => setOpened({ ...opened, at })}
      onMark={notes && controller.pictureListeners.size > 0 ? mark : null}
      onDone={() => setOpened(null)}
    />
  );
}

/** The pictures of the shown pages. */
function shownPictures({ view }: ReaderController): BookPicture[] {
  return view.frames.flatMap(picturesIn).filter(({ element }) => view.isVisible(element));
}
