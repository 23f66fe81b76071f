/** Spec 1, section 9. */
export const versionLabel = "1.0.0";
