import type { BookPlace } from "~/reader/book/place";
import { savePlaceToReturnTo } from "./return-place";

/**
 * Reloads the page at the same sentence when the device is rotated, so that everything is laid out for the new window.
 * docs/product/reader.md#states; docs/product/choices.md#books.
 * @returns a function that stops listening
 */
export function reloadOnOrientationChange(reader: string, place: () => BookPlace): () => void {
  const reload = () => {
    savePlaceToReturnTo(reader, window.location.pathname, place());
    window.location.reload();
  };
  const { orientation } = screen;
  if (!orientation) {
    // Older tablets only fire the event on the window.
    window.addEventListener("orientationchange", reload);
    return () => window.removeEventListener("orientationchange", reload);
  }
  orientation.addEventListener("change", reload);
  return () => orientation.removeEventListener("change", reload);
}
