/** Where a device keeps its readers' settings, a map by `readerKey`. docs/product/reader.md#entities. */
export const preferenceKey = "bookplayer_config";
