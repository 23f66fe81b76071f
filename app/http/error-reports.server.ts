/**
 * Reports unexpected errors and failed calls: to Sentry where SENTRY_DSN is set, else to the log. Tokens and addresses are removed
 * from every text first, so that neither learns whose request it was. docs/product/shell.md#errors; docs/security.md, line 25.
 */

export type ErrorContext = {
  /** Which part met the error: `page`, `service`, `call`, `job`, `process`, `browser`. */
  where: string;
  /** The id in the access log. */
  requestId?: string;
};

export type ErrorReporter = {
  report(error: unknown, context: ErrorContext): void;
  /** Waits two seconds at most for what is on its way. */
  close(): Promise<void>;
};

const secrets: Array<[RegExp, string]> = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]"],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, "$1 [token]"],
  [
    /\b(\w*(?:token|code|password|secret|verifier|id_token_hint|Policy|Signature)"?\s*[=:]\s*"?)[^\s"'&,;}]+/gi,
    "$1[hidden]",
  ],
  // No slash beside the @: `node_modules/@scope/name/file.js` is where an error was, and nobody's address.
  [/[^\s"'<>=:(,/]+@[^\s"'<>),/]+\.[a-z]{2,}/gi, "[address]"],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{40,}/g, "[token]"],
  [/\/\/[^/\s:@]+:[^/\s@]+@/g, "//[hidden]@"],
  // A failed statement's message contains its parameters, which may be personal.
  [/(Failed query:[\s\S]*?\nparams: )[\s\S]*?(?=\n\s+at |\ncaused by |$)/g, "$1[hidden]"],
];

/** A text without tokens, passwords and e-mail addresses. */
export function scrub(text: string): string {
  return secrets.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

/** The same for every text inside a value, to a depth at which nothing of ours lies. */
export function scrubAll(value: unknown, depth = 12): unknown {
  if (typeof value === "string") return scrub(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "[deep]";
  if (Array.isArray(value)) return value.map((each) => scrubAll(each, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, scrubAll(each, depth - 1)]));
}

/** @param write takes a line where there is no DSN */
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
  // Loaded only where it is used: it is large.
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

/** What a log may say of an error: its trace and its causes, scrubbed; nothing else that it carries. */
export function scrubbedText(error: unknown): string {
  return scrub(textOf(error));
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${textOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
