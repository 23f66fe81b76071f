/** Options of every source reader, beside the source's configuration; docs/product/control-panel.md#sources. */
export type SourceOptions = {
  /** Aborts reading with its reason. */
  signal: AbortSignal;
  /** Current time: class memberships that ended before its day (UTC) are left out. */
  now(): Date;
  limits?: Partial<FetchLimits>;
};

/** Limits for reading over HTTP. */
export type FetchLimits = {
  /** Milliseconds for one complete response. */
  responseMs: number;
  /** Milliseconds for the whole reading. */
  totalMs: number;
  /** Retries of one request after broken connections and 5xx. */
  retries: number;
  /** Milliseconds before the first retry; doubled for each further one. */
  retryMs: number;
  /** Longest delay in milliseconds that a source may request by Retry-After. */
  waitMs: number;
  /** Bytes of one response. */
  responseBytes: number;
  /** Bytes of all responses. */
  totalBytes: number;
  /** Requested entries per page. */
  pageSize: number;
  /** Maximum pages of one list. */
  pages: number;
  /** Whether a source may be in a private network, from SYNC_PRIVATE_SOURCES in the environment; refused by default. docs/security.md. */
  privateAddresses: "refuse" | "allow";
};

export const fetchLimits: FetchLimits = {
  responseMs: 30_000,
  totalMs: 30 * 60_000,
  retries: 3,
  retryMs: 500,
  waitMs: 60_000,
  responseBytes: 64 * 1024 * 1024,
  totalBytes: 2 * 1024 * 1024 * 1024,
  pageSize: 1_000,
  pages: 20_000,
  privateAddresses: "refuse",
};

/** Credentials of an HTTP source. The secrets never appear in errors or logs. */
export type SourceCredentials =
  | {
      kind: "client";
      /** Address that exchanges OAuth 2 client credentials for a token. */
      tokenUrl: string;
      clientId: string;
      clientSecret: string;
      /** Default: the scope of the source's standard. */
      scope?: string;
    }
  | { kind: "bearer"; token: string };

/** A source over HTTP. */
export type SourceConfig = { baseUrl: string; credentials: SourceCredentials };
