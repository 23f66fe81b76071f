import { containerPath, packagePathOf } from "~/epub/container";
import type { BookFolder } from "./book-folder";
import type { FileFinder } from "./file-finder";
import type { IngestNotes } from "./ingest-notes";
import { readXmlFile } from "./read-text";
import { BookRejected } from "./rejection";

/**
 * The package document: the one that the container names, else the only one in the archive.
 * @throws BookRejected `not-an-epub`, `no-package`
 */
export async function findPackage(
  folder: BookFolder,
  files: FileFinder,
  notes: IngestNotes,
): Promise<{ path: string; document: Document }> {
  const path = await packagePath(folder, files, notes);
  const document = await readXmlFile(folder, path, notes);
  if (!document || !/^(?:.*:)?package$/i.test(document.documentElement.nodeName)) {
    const message = `The package document ${path} cannot be read: it is no XML, or its first element is not <package>; export the book again`;
    throw new BookRejected("no-package", message, path);
  }
  return { path, document };
}

async function packagePath(folder: BookFolder, files: FileFinder, notes: IngestNotes): Promise<string> {
  const container = files.find("", containerPath);
  const document = container && (await readXmlFile(folder, container, notes));
  const named = document ? packagePathOf(document, files.resolve) : null;
  if (named !== null && files.has(named)) return named;
  const packages = folder.paths.filter((path) => /\.opf$/i.test(path));
  const [only] = packages;
  if (only !== undefined && packages.length === 1) {
    notes.add("container", only, { detail: named ?? containerPath });
    return only;
  }
  if (container === null && only === undefined) {
    throw new BookRejected(
      "not-an-epub",
      `This archive is no EPUB: it holds no ${containerPath} and no package file; export the book as EPUB`,
    );
  }
  throw new BookRejected(
    "no-package",
    named === null
      ? `The book has no package file: ${containerPath} names none; export the book again`
      : `The book has no package file (${named} is missing); export the book again`,
    named,
  );
}
