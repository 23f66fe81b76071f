/** Where a device keeps its readers' settings, a map by uid. docs/product/reader.md#entities. */
export const preferenceKey = "bookplayer_config";
