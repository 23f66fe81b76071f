import type { Place } from "./place";
import { savePlaceToReturnTo } from "./return-place";

/**
 * A device that is turned loads the page anew, at the same sentence: everything is laid out from the beginning, as the browser sees the
 * window then. docs/product/reader.md#states; docs/product/choices.md#books.
 * @returns stops listening
 */
export function reloadWhenTurned(reader: string, place: () => Place): () => void {
  const reload = () => {
    savePlaceToReturnTo(reader, window.location.pathname, place());
    window.location.reload();
  };
  const { orientation } = screen;
  if (!orientation) {
    // Older tablets know the event on the window alone.
    window.addEventListener("orientationchange", reload);
    return () => window.removeEventListener("orientationchange", reload);
  }
  orientation.addEventListener("change", reload);
  return () => orientation.removeEventListener("change", reload);
}
