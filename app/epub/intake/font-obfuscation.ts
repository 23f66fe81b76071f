import { createHash } from "node:crypto";
import type { Obfuscation } from "../../../../epub/container";

/**
 * Undoes font obfuscation; the same call obfuscates. EPUB 3.3, section 4.4: the first 1,040 bytes by the SHA-1 of the unique
 * identifier without white space; Adobe's: the first 1,024 bytes by the 16 bytes of the identifier's UUID.
 * @returns a new buffer of the same length; unchanged where the identifier gives no key
 */
export function deobfuscate(data: Buffer, obfuscation: Obfuscation, identifier: string): Buffer {
  const key = obfuscation === "idpf" ? idpfKey(identifier) : adobeKey(identifier);
  const result = Buffer.from(data);
  if (key === null) return result;
  const length = Math.min(result.length, obfuscation === "idpf" ? 1040 : 1024);
  for (let index = 0; index < length; index += 1) {
    result[index] = (result[index] ?? 0) ^ (key[index % key.length] ?? 0);
  }
  return result;
}

function idpfKey(identifier: string): Buffer {
  return createHash("sha1")
    .update(identifier.replace(/[ \t\r\n]/g, ""), "utf8")
    .digest();
}

function adobeKey(identifier: string): Buffer | null {
  const hex = identifier.replace(/^urn:uuid:/i, "").replace(/[^0-9a-f]/gi, "");
  return hex.length === 32 ? Buffer.from(hex, "hex") : null;
}
