/** localStorage key of the reader settings of all users of a device, a map by `readerKey`. docs/product/reader.md#entities. */
export const preferenceKey = "bookplayer_config";
