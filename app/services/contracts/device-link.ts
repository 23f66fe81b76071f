import { badgeAlphabet, badgeLength } from "./badge";

/** Links by which a family's device is joined to a child. docs/security.md, line 35. */

/** Seconds that a link lives. */
export const deviceLinkSeconds = 5 * 60;

/** Days that a joined device stays joined, whether it is used or not. Decision 90. */
export const joinedDeviceDays = 14;

/** The form field of /v1/authorize. */
export const deviceLinkField = "device_link";

/** OAuth client of joined devices, and the audience of their tokens. What knows only `fabel-web` refuses them. Decision 90. */
export const joinedDeviceClient = "fabel-device";

/** Longest name of a device, in characters. */
export const deviceNameLength = 40;

/** Page on which a device is joined. */
export const joinDevicePath = "/login/device";

/** Address that the QR code encodes. The code is in the fragment, which browsers do not send to servers. */
export function deviceLinkAddress(origin: string, code: string): string {
  return `${origin}${joinDevicePath}#${code}`;
}

/** A code of 130 bits. @param randomBytes as many bytes as asked for */
export function deviceLinkCode(randomBytes: (count: number) => Uint8Array): string {
  // Unbiased, since 256 is a multiple of the 32 letters.
  return [...randomBytes(badgeLength)].map((byte) => badgeAlphabet[byte % badgeAlphabet.length]).join("");
}
