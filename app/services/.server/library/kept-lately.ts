/** What was used lately, as long as all of it together weighs no more than `most`; the last one stays, however heavy it is. */
export type KeptLately<Value> = {
  get(key: string): Value | undefined;
  keep(key: string, value: Value): void;
};

/** @param weigh in the unit of `most`; the same for a value each time */
export function keptLately<Value>(most: number, weigh: (value: Value) => number): KeptLately<Value> {
  const kept = new Map<string, Value>();
  let weight = 0;
  const drop = (key: string) => {
    const value = kept.get(key);
    if (value !== undefined && kept.delete(key)) weight -= weigh(value);
  };
  const keep = (key: string, value: Value) => {
    drop(key);
    kept.set(key, value);
    weight += weigh(value);
    for (const oldest of kept.keys()) {
      if (weight <= most || oldest === key) return;
      drop(oldest);
    }
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined) keep(key, value);
      return value;
    },
    keep,
  };
}
