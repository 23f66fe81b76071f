/** Options of the settings page. */

/** Percent. docs/product/reader.md#validation: 50 to 200. */
export const rates: readonly number[] = [50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200];

/** Percent. */
export const volumes: readonly number[] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

export const settingsPageIntents = {
  reader: "reader",
  notices: "notices",
  confirmLink: "confirm-link",
  dropLink: "drop-link",
  removeLink: "remove-link",
} as const;
