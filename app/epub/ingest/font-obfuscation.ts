import type { Obfuscation } from "~/epub/container";

/**
 * Undoes font obfuscation; the operation is symmetric. IDPF (EPUB 3.3, section 4.4): XOR of the first 1,040 bytes with the SHA-1 of the
 * unique identifier without white space. Adobe: XOR of the first 1,024 bytes with the 16 bytes of the identifier's UUID.
 * @returns a new array of the same length; unchanged if the identifier yields no key
 */
export async function deobfuscate(data: Uint8Array, obfuscation: Obfuscation, identifier: string): Promise<Uint8Array> {
  const key = obfuscation === "idpf" ? await idpfKey(identifier) : adobeKey(identifier);
  const result = Uint8Array.from(data);
  if (key === null) return result;
  const length = Math.min(result.length, obfuscation === "idpf" ? 1040 : 1024);
  for (let index = 0; index < length; index += 1) {
    result[index] = (result[index] ?? 0) ^ (key[index % key.length] ?? 0);
  }
  return result;
}

async function idpfKey(identifier: string): Promise<Uint8Array> {
  const text = new TextEncoder().encode(identifier.replace(/[ \t\r\n]/g, ""));
  return new Uint8Array(await crypto.subtle.digest("SHA-1", text));
}

function adobeKey(identifier: string): Uint8Array | null {
  const hex = identifier.replace(/^urn:uuid:/i, "").replace(/[^0-9a-f]/gi, "");
  if (hex.length !== 32) return null;
  return Uint8Array.from({ length: 16 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}
