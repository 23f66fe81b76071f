/** Page on which a parent takes over from a child by PIN. */
export const parentPinPath = "/who-is-reading/parent";
