/** What goes wrong at the provider, for tests of what the product makes of it. */
export type Fault = {
  /**
   * `unavailable`: 503, nothing is done. `refused`: the connection is closed, nothing is done. `lost`: the work is done and
   * the connection closed before the reply. `slow`: the reply comes late.
   */
  kind: "unavailable" | "refused" | "lost" | "slow";
  /** Which calls; all when absent, e.g. `{ method: "POST", path: "/v1/subscriptions" }`. */
  method?: string;
  /** How the path begins. */
  path?: string;
  /** How many calls; every one until it is cleared when absent. */
  times?: number;
  /** How late a slow reply is. */
  milliseconds?: number;
};

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that this call meets; it counts as met. */
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
