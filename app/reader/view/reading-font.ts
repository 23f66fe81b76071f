import regularUrl from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url";

let face: Promise<string> | undefined;

/**
 * The reading face as a rule for documents of a book, which may load nothing but their own folder: the font comes as a blob.
 * Empty where it can't be had; the device's own face does then.
 */
export function readingFontRule(): Promise<string> {
  face ??= fetch(regularUrl)
    .then((response) => (response.ok ? response.blob() : Promise.reject(new Error(String(response.status)))))
    .then(
      (blob) =>
        `@font-face{font-family:"Atkinson Hyperlegible Next Variable";font-weight:200 800;src:url(${URL.createObjectURL(blob)}) format("woff2")}`,
      () => "",
    );
  return face;
}
