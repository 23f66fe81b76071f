/**
 * Sends uncaught errors of the browser to the server, which reports them with its own. docs/product/shell.md#errors. A report contains the
 * error and the route, never the person.
 */

/** Maximum lengths in characters, enforced by the server. */
export const longest = { name: 100, message: 500, stack: 4000, path: 300 } as const;

export type BrowserError = Record<keyof typeof longest, string>;

/** Maximum number of reports per page load. */
export const maxReports = 5;

type Page = Pick<Window, "addEventListener"> & { location: Pick<Location, "pathname"> };

let report: (error: unknown) => void = () => {};

/** Reports errors that were caught by an error boundary. */
export function reportCaught(error: unknown): void {
  report(error);
}

/** Starts reporting uncaught errors; each one is sent once. */
export function watchErrors(page: Page, send: (error: BrowserError) => void): void {
  const reported = new Set<string>();
  report = (error) => {
    const report = browserErrorOf(error, page.location.pathname);
    const key = report.message + report.stack;
    if (reported.size >= maxReports || reported.has(key)) return;
    reported.add(key);
    send(report);
  };
  page.addEventListener("error", (event) => {
    // Events without an error come from images that fail to load and from third-party scripts, and are ignored.
    if (event.error !== undefined && event.error !== null) report(event.error);
  });
  page.addEventListener("unhandledrejection", (event) => report(event.reason));
}

/** `keepalive`: the browser sends it even if the page is being left. */
export function sendError(error: BrowserError): void {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(error) };
  fetch("/browser-errors", { ...init, keepalive: true }).catch(() => {});
}

function browserErrorOf(error: unknown, path: string): BrowserError {
  const { name, message, stack } =
    error instanceof Error ? error : { name: "Thrown", message: String(error), stack: undefined };
  return {
    name: name.slice(0, longest.name),
    message: message.slice(0, longest.message),
    stack: (stack ?? "").slice(0, longest.stack),
    path: withoutIds(path).slice(0, longest.path),
  };
}

/** Replaces ids: `/reader/0b9c1a52-…` becomes `/reader/:id`, which contains no personal data. */
function withoutIds(path: string): string {
  return path
    .split("/")
    .map((segment) => (/\d/.test(segment) ? ":id" : segment))
    .join("/");
}
