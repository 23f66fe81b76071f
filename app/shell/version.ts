/** docs/product/shell.md#limits. */
export const versionLabel = "1.0.0";
