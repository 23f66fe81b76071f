/**
 * Reports unexpected errors and failed calls: to Sentry if SENTRY_DSN is set, else to the log. Tokens and addresses are removed
 * from every text first, so that neither contains personal data. docs/product/shell.md#errors; docs/security.md, line 25.
 */

type ErrorContext = {
  /** Part of the app that reports: `page`, `service`, `call`, `job`, `process`, `browser`. */
  where: string;
  /** Request id of the access log. */
  requestId?: string;
};

export type ErrorReporter = {
  report(error: unknown, context: ErrorContext): void;
  /** Waits up to two seconds for pending reports. */
  close(): Promise<void>;
};

const secrets: Array<[RegExp, string]> = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]"],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, "$1 [token]"],
  [
    /\b(\w*(?:token|code|password|secret|verifier|id_token_hint|Policy|Signature)"?\s*[=:]\s*"?)[^\s"'&,;}]+/gi,
    "$1[hidden]",
  ],
  // No slash next to the @, so that `node_modules/@scope/name/file.js` in a stack trace is preserved.
  [/[^\s"'<>=:(,/]+@[^\s"'<>),/]+\.[a-z]{2,}/gi, "[address]"],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{40,}/g, "[token]"],
  [/\/\/[^/\s:@]+:[^/\s@]+@/g, "//[hidden]@"],
  // The message of a failed statement contains its parameters, which may be personal data.
  [/(Failed query:[\s\S]*?\nparams: )[\s\S]*?(?=\n\s+at |\ncaused by |$)/g, "$1[hidden]"],
];

/** Removes tokens, passwords and email addresses from a text. */
export function scrub(text: string): string {
  return secrets.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

/** The same for all strings within a value, down to a depth that no real value exceeds. */
export function scrubAll(value: unknown, depth = 12): unknown {
  if (typeof value === "string") return scrub(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "[deep]";
  if (Array.isArray(value)) return value.map((each) => scrubAll(each, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, scrubAll(each, depth - 1)]));
}

/** @param write writes a log line if there is no DSN */
export function createErrorReporter(
  dsn: string | null,
  write: (line: string) => void = (line) => console.error(line),
): ErrorReporter {
  if (dsn === null) {
    return {
      report: (error, context) => write(`${context.where} ${context.requestId ?? ""}: ${scrubbedText(error)}`),
      close: async () => undefined,
    };
  }
  // Loaded only if used, since it is large.
  const sentry = import("@sentry/node").then((sdk) => {
    sdk.initWithoutDefaultIntegrations({
      dsn,
      release: "1.0.0",
      sendDefaultPii: false,
      skipOpenTelemetrySetup: true,
      integrations: [sdk.linkedErrorsIntegration(), sdk.dedupeIntegration()],
      beforeSend(event) {
        const { request: _, user: __, server_name: ___, breadcrumbs: ____, ...rest } = event;
        return scrubAll(rest) as typeof event;
      },
    });
    return sdk;
  });
  return {
    report(error, { where, requestId }) {
      void sentry.then((sdk) => sdk.captureException(error, { tags: { where, requestId } })).catch(() => undefined);
    },
    async close() {
      await sentry.then((sdk) => sdk.close(2000)).catch(() => undefined);
    },
  };
}

/** Log text of an error: stack trace and causes, scrubbed; no other properties. */
export function scrubbedText(error: unknown): string {
  return scrub(textOf(error));
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${textOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
