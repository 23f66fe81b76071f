import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts what must be read back: private keys, tokens of sessions, second factors. AES-256-GCM. */
export type SecretBox = {
  seal(plain: string): Buffer;
  /** null for anything that this box did not seal. */
  open(sealed: Buffer): string | null;
  sealBytes(plain: Buffer): Buffer;
  openBytes(sealed: Buffer): Buffer | null;
};

/** @param purpose keeps what one box sealed from being opened by another with the same secret */
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
  return {
    ...box,
    seal: (plain) => box.sealBytes(Buffer.from(plain, "utf8")),
    open: (sealed) => box.openBytes(sealed)?.toString("utf8") ?? null,
  };
}

/** A random secret: 256 bits by default, in letters that are safe in addresses and cookies. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** What is stored of a random secret. It has too many bits to be guessed, so a plain digest is enough. */
export function tokenDigest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
