import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts data that must be decrypted later: private keys, session tokens, second factors. AES-256-GCM. */
export type SecretBox = {
  seal(plain: string): Buffer;
  /** null for anything that this box did not encrypt. */
  open(sealed: Buffer): string | null;
  sealBytes(plain: Buffer): Buffer;
  openBytes(sealed: Buffer): Buffer | null;
  /** Digest of data that others could guess, such as a password; equal data have equal digests. HMAC-SHA-256. */
  digest(plain: string): string;
};

/** @param purpose separates boxes with the same secret: one cannot decrypt data of another */
export function secretBox(secret: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", secret, "", `fabel ${purpose}`, 32));
  const box: Pick<SecretBox, "sealBytes" | "openBytes"> = {
    sealBytes(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const body = [cipher.update(plain), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...body]);
    },
    openBytes(sealed) {
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
        decipher.setAuthTag(sealed.subarray(12, 28));
        return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
  const digestKey = Buffer.from(hkdfSync("sha256", secret, "", `fabel ${purpose} digest`, 32));
  return {
    ...box,
    digest: (plain) => createHmac("sha256", digestKey).update(plain).digest("base64url"),
    seal: (plain) => box.sealBytes(Buffer.from(plain, "utf8")),
    open: (sealed) => box.openBytes(sealed)?.toString("utf8") ?? null,
  };
}

/** A random secret, base64url-encoded; 256 bits by default. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** The digest of a random secret, for storage. The secret has too much entropy to be guessed, so a plain SHA-256 is enough. */
export function tokenDigest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
