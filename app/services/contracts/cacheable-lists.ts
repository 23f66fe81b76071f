/**
 * The lists that may be shown from the cache, with duration and switch: the only place for these settings.
 * docs/product/control-panel.md#limits.
 */

/** Milliseconds. */
export const listCacheDuration = 180_000;

const threeMinutes = { duration: listCacheDuration, isOn: true } as const;

export const cacheableLists = {
  /** Groups of a person. */
  userGroup: threeMinutes,
  /** Organisations of a person. */
  userSchool: threeMinutes,
  userSubscription: threeMinutes,
  userSchoolSubscription: threeMinutes,
  /** People of the whole realm. */
  user: threeMinutes,
  school: threeMinutes,
  group: threeMinutes,
  /** Groups of an organisation. */
  schoolGroup: threeMinutes,
  schoolSubscription: threeMinutes,
  schoolSubSchool: threeMinutes,
  /** People of an organisation. */
  schoolUser: threeMinutes,
} satisfies Record<string, ListSetting>;

export type ListSetting = {
  /** Milliseconds for which a fetched list is cached. */
  duration: number;
  isOn: boolean;
};

export type CacheableList = keyof typeof cacheableLists;
