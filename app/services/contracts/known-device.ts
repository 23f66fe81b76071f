/**
 * The note of whom a browser knows (docs/security.md, line 29): the field of the form, and the header of the response, in which
 * it travels between our servers.
 */
export const deviceField = "known_device";
export const deviceHeader = "x-known-device";
