import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CacheUse } from "~/caching/create-cache";
import { pagePath } from "./page-path";

/** Metrics for /metrics: the process, requests by part of the product, and caches by name. */
export type Metrics = {
  registry: Registry;
  /** @param request `milliseconds`: null for a response that has no duration to measure */
  observe(request: { method: string; path: string; status: number; milliseconds: number | null }): void;
};

/** @param cacheUses called at every collection */
export function createMetrics(cacheUses: () => Promise<CacheUse[]>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ["method", "part", "status"];
  const requests = new Counter({
    name: "fabel_requests_total",
    help: "Requests responded to",
    labelNames,
    registers: [registry],
  });
  const duration = new Histogram({
    name: "fabel_request_seconds",
    help: "From the request's head to the end of its response",
    labelNames: ["part"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  collectCaches(registry, cacheUses);
  return {
    registry,
    observe({ method, path, status, milliseconds }) {
      const part = partOf(path);
      requests.inc({ method: methods.has(method) ? method : "other", part, status: `${Math.floor(status / 100)}xx` });
      if (milliseconds !== null) duration.observe({ part }, milliseconds / 1000);
    },
  };
}

function collectCaches(registry: Registry, cacheUses: () => Promise<CacheUse[]>): void {
  new Counter({
    name: "fabel_cache_reads_total",
    help: "Reads of in-process caches",
    labelNames: ["cache", "result"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, hits, misses } of await cacheUses()) {
        this.inc({ cache: name, result: "hit" }, hits);
        this.inc({ cache: name, result: "miss" }, misses);
      }
    },
  });
  new Gauge({
    name: "fabel_cache_size",
    help: "Entries of in-process caches, or the sum of their sizes where the cache limits that",
    labelNames: ["cache"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, size } of await cacheUses()) this.set({ cache: name }, size);
    },
  });
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const pages = new Set([
  "login",
  "logout",
  "profile",
  "settings",
  "controlpanel",
  "bookshelf",
  "reader",
  "signup",
  "subscription",
]);

/** Maps a path to a small set of names, because each one creates a time series. */
function partOf(path: string): string {
  const [first = "", second = ""] = pagePath(path).slice(1).split("/");
  if (first === "services") return /^[a-z-]{4,20}$/.test(second) ? `services/${second}` : "services";
  if (first === "assets") return "assets";
  if (first === "") return "landing";
  return pages.has(first) ? first : "other";
}
