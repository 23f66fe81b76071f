import type { BookLanguages, SpineItem } from "~/epub/book";
import type { PackageDocument } from "~/epub/package-document";
import { fileNameOf, folderOf, joinPath } from "~/epub/paths";

/**
 * Languages of a book, from its metadata and its folders. docs/product/choices.md#books: a narration in another language lies in
 * `…/{language}/name.smil` beside the default and `pg_audio/{language}/`, videos in `pg_video/{language}/`.
 */
export function findLanguages(
  packageDocument: PackageDocument,
  spine: SpineItem[],
  paths: readonly string[],
): { languages: BookLanguages; spine: SpineItem[] } {
  const present = new Set(paths);
  const audioFolders = foldersBelow(paths, "pg_audio");
  const videoFolders = foldersBelow(paths, "pg_video");
  const { mainLanguage, properties } = packageDocument.languages;
  const others = union(packageDocument.languages.audio, audioFolders).filter((language) => language !== mainLanguage);
  const hasVoice = spine.some((item) => item.overlay !== null);
  const withOverlays = spine.map((item) => {
    if (!item.overlay) return item;
    const overlays: Record<string, string> = { [mainLanguage]: item.overlay };
    for (const language of others) {
      const beside = joinPath(folderOf(item.overlay), language, fileNameOf(item.overlay));
      if (present.has(beside)) overlays[language] = beside;
    }
    return { ...item, overlays };
  });
  const spoken = others.filter((language) => withOverlays.some((item) => item.overlays[language]));
  const video = union(packageDocument.languages.video, videoFolders).filter((language) =>
    videoFolders.includes(language),
  );
  const languages: BookLanguages = {
    mainLanguage,
    properties: {
      sentenceHighlighting: properties.sentenceHighlighting,
      pictureInPicture: properties.pictureInPicture.length > 0 ? properties.pictureInPicture : video,
    },
    audio: hasVoice ? [mainLanguage, ...spoken] : [],
    video,
  };
  return { languages, spine: withOverlays };
}

function foldersBelow(paths: readonly string[], name: string): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const segments = path.split("/");
    const index = segments.indexOf(name);
    const folder = segments[index + 1];
    if (index >= 0 && folder && segments.length > index + 2) folders.add(folder);
  }
  return [...folders].sort();
}

function union(first: string[], second: string[]): string[] {
  return [...new Set([...first, ...second])];
}
