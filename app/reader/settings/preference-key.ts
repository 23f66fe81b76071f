/** Where a device keeps its readers' settings, a map by uid. Spec 2, section 3. */
export const preferenceKey = "bookplayer_config";
