/** A simulated failure of the provider, for tests of the product's error handling. */
export type Fault = {
  /**
   * `unavailable`: 503, nothing is done. `refused`: the connection is closed, nothing is done. `lost`: the work is done and
   * the connection closed before the reply. `slow`: the reply is delayed.
   */
  kind: "unavailable" | "refused" | "lost" | "slow";
  /** Affected method, with `path`; all calls if absent, e.g. `{ method: "POST", path: "/v1/subscriptions" }`. */
  method?: string;
  /** Prefix of the path. */
  path?: string;
  /** Number of affected calls; all until it is cleared if absent. */
  times?: number;
  /** Delay of a slow reply. */
  milliseconds?: number;
};

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  /** The fault for this call, which counts as used. */
  meet(method: string, path: string): Fault | null;
};

export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    add(fault) {
      faults.push({ ...fault });
    },
    clear() {
      faults = [];
    },
    meet(method, path) {
      const fault = faults.find((each) => {
        return (!each.method || each.method === method) && path.startsWith(each.path ?? "/");
      });
      if (!fault) return null;
      if (fault.times !== undefined) {
        fault.times -= 1;
        if (fault.times <= 0) faults = faults.filter((each) => each !== fault);
      }
      return fault;
    },
  };
}
