import { type Resolve, resolvePath } from "./paths";
import { attribute, descendants } from "./xml";

export const containerPath = "META-INF/container.xml";
export const encryptionPath = "META-INF/encryption.xml";

/**
 * The package document of the default rendition, which is the first rootfile. EPUB 3.3, section 4.2.6.3.1. If no rootfile has the media
 * type of packages, the first one whose name looks like a package's.
 * @returns its path, or null if the container has none
 */
export function packagePathOf(container: Document, resolve: Resolve = resolvePath): string | null {
  const rootfiles = descendants(container, "rootfile").map((rootfile) => ({
    type: attribute(rootfile, "media-type")?.trim().toLowerCase() ?? null,
    path: attribute(rootfile, "full-path")?.trim() ?? "",
  }));
  const named =
    rootfiles.find(({ type, path }) => path && (type === null || type === "application/oebps-package+xml")) ??
    rootfiles.find(({ path }) => /\.opf$/i.test(path));
  // Paths in META-INF are relative to the book's root. EPUB 3.3, section 4.2.6.2.
  return named ? resolve("", named.path) : null;
}

/** Algorithm that obfuscated a font: the IDPF's or Adobe's. */
export type Obfuscation = "idpf" | "adobe";
type EncryptedResource = { path: string; obfuscation: Obfuscation | null };

const algorithms: Record<string, Obfuscation> = {
  "http://www.idpf.org/2008/embedding": "idpf",
  "http://ns.adobe.com/pdf/enc#RC": "adobe",
};

/**
 * Resources listed as encrypted in META-INF/encryption.xml. EPUB 3.3, sections 4.2.6.3.2 and 4.4.
 * `obfuscation` is null for real encryption, which cannot be undone without a key.
 */
export function encryptedResourcesOf(encryption: Document, resolve: Resolve = resolvePath): EncryptedResource[] {
  return descendants(encryption, "EncryptedData").flatMap((data) => {
    const method = descendants(data, "EncryptionMethod")[0];
    const reference = descendants(data, "CipherReference")[0];
    const uri = reference ? attribute(reference, "URI") : null;
    const path = uri && resolve("", uri);
    if (!path) return [];
    const algorithm = method ? attribute(method, "Algorithm") : null;
    return [{ path, obfuscation: (algorithm && algorithms[algorithm]) || null }];
  });
}
