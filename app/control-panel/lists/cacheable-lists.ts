/**
 * The lists that may be shown from what was fetched a moment ago, each with how long and whether at all: the one table of these
 * settings. docs/product/control-panel.md#limits.
 */

/** Milliseconds. */
export const listFreshFor = 180_000;

const kept = { duration: listFreshFor, isOn: true } as const;

export const cacheableLists = {
  /** Groups of a person. */
  userGroup: kept,
  /** Organisations of a person. */
  userSchool: kept,
  userSubscription: kept,
  userSchoolSubscription: kept,
  /** People of the whole realm. */
  user: kept,
  school: kept,
  group: kept,
  /** Groups of an organisation. */
  schoolGroup: kept,
  schoolSubscription: kept,
  schoolSubSchool: kept,
  /** People of an organisation. */
  schoolUser: kept,
} satisfies Record<string, ListSetting>;

export type ListSetting = {
  /** Milliseconds for which a fetched list is shown again. */
  duration: number;
  isOn: boolean;
};

export type CacheableList = keyof typeof cacheableLists;
