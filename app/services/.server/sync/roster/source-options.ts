/** Options of every source reader, beside the source's configuration; docs/product/control-panel.md#sources. */
export type SourceOptions = {
  /** Ends the reading with its reason. */
  signal: AbortSignal;
  /** The present moment: a place in a class that ended before its day (UTC) is left out. */
  now(): Date;
  limits?: Partial<FetchLimits>;
};

/** Bounds of a reading over HTTP. */
export type FetchLimits = {
  /** Milliseconds until one response must have arrived whole. */
  responseMs: number;
  /** Milliseconds for the whole reading. */
  totalMs: number;
  /** Repeats of one request after broken connections and 5xx. */
  retries: number;
  /** Milliseconds before the first repeat; each further one waits twice as long. */
  retryMs: number;
  /** Milliseconds that a source may ask us to wait at once, by Retry-After. */
  waitMs: number;
  /** Bytes of one response. */
  answerBytes: number;
  /** Bytes of all responses. */
  totalBytes: number;
  /** Requested entries of a page. */
  pageSize: number;
  /** Pages of one list. */
  pages: number;
  /**
   * Whether a source may stand in a private network, by SYNC_PRIVATE_SOURCES of the environment; refused otherwise. docs/security.md.
   */
  privateAddresses: "refuse" | "allow";
};

export const fetchLimits: FetchLimits = {
  responseMs: 30_000,
  totalMs: 30 * 60_000,
  retries: 3,
  retryMs: 500,
  waitMs: 60_000,
  answerBytes: 64 * 1024 * 1024,
  totalBytes: 2 * 1024 * 1024 * 1024,
  pageSize: 1_000,
  pages: 20_000,
  privateAddresses: "refuse",
};

/** How a source of HTTP is entered. Neither of its secrets ever stands in an error or a log. */
export type SourceCredentials =
  | {
      kind: "client";
      /** Where OAuth 2 client credentials are exchanged for a token. */
      tokenUrl: string;
      clientId: string;
      clientSecret: string;
      /** What the source's standard asks for when absent. */
      scope?: string;
    }
  | { kind: "bearer"; token: string };

/** A source over HTTP. */
export type SourceConfig = { baseUrl: string; credentials: SourceCredentials };
