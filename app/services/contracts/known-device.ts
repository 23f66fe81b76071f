/** The known-device token (docs/security.md, line 29): names of the form field and response header that carry it between our servers. */
export const deviceField = "known_device";
export const deviceHeader = "x-known-device";
