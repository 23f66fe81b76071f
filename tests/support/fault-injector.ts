/** Faults of one attempt of a call, before or after the remote side has done its work. */
export const faults = ["drop-before", "drop-after", "500-before", "500-after", "late-after", "slow"] as const;
export type Fault = (typeof faults)[number];

export type FaultyFetch = typeof fetch & { attempts(): number };

/** A fetch whose attempts fail by plan, one entry each; attempts after the plan succeed. */
export function faultyFetch(plan: readonly Fault[]): FaultyFetch {
  let attempt = 0;
  const send: typeof fetch = async (input, init) => {
    const fault = plan[attempt];
    attempt += 1;
    if (fault === "drop-before") throw new TypeError("connection refused");
    if (fault === "500-before") return broken();
    const response = await fetch(input, init);
    if (fault === "drop-after") {
      await response.body?.cancel();
      throw new TypeError("connection reset");
    }
    if (fault === "500-after") {
      await response.body?.cancel();
      return broken();
    }
    if (fault === "late-after") {
      await response.body?.cancel();
      throw new DOMException("The answer came too late", "TimeoutError");
    }
    if (fault === "slow") {
      await response.body?.cancel();
      const signal = init?.signal;
      await new Promise((_, reject) => {
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    }
    return response;
  };
  return Object.assign(send, { attempts: () => attempt });
}

function broken(): Response {
  return new Response("<html>Bad gateway</html>", { status: 502, headers: { "content-type": "text/html" } });
}
