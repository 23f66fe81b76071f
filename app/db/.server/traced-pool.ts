import { context, type Span, SpanKind, trace } from "@opentelemetry/api";
import pg from "pg";
import { isTraced, noteFailure } from "~/tracing/spans.server";
import { statementNames, withoutLiterals } from "./statement-names";

/** A pool whose statements are spans below the current one. Statements outside a trace, such as the job queue's polling, have none. */
export class TracedPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: TracedClient });
  }

  /** A free connection is given to the first in the queue by whoever releases it, so the context must be the waiting caller's. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect(context.bind(context.active(), callback));
  }
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;
type Callback = (error: unknown, result?: unknown) => void;

const tracer = trace.getTracer("fabel");

class TracedClient extends pg.Client {
  /** Every statement of the pool and of its connections comes through here, as a text or an object, with a callback or without. */
  override query(...values: unknown[]): never {
    const send = super.query as (...values: unknown[]) => unknown;
    const text = isTraced() ? textOf(values[0]) : null;
    if (text === null) return send.apply(this, values) as never;
    const span = startSpan(text, this);
    const end = (error?: unknown) => endSpan(span, error);
    const callback = values.at(-1);
    if (typeof callback === "function") {
      const ending: Callback = (error, result) => {
        end(error ?? undefined);
        (callback as Callback)(error, result);
      };
      return send.apply(this, [...values.slice(0, -1), ending]) as never;
    }
    const sent = send.apply(this, values) as Promise<unknown>;
    // The caller handles the rejection of `sent` itself.
    sent.then(() => end(), end);
    return sent as never;
  }
}

/** Null for the driver's own objects that stream rows. */
function textOf(statement: unknown): string | null {
  if (typeof statement === "string") return statement;
  const { text, submit } = statement as { text?: unknown; submit?: unknown };
  return typeof text === "string" && submit === undefined ? text : null;
}

function startSpan(text: string, { database, host, port }: pg.Client): Span {
  const { operation, summary } = statementNames(text);
  return tracer.startSpan(summary, {
    kind: SpanKind.CLIENT,
    attributes: {
      "db.system.name": "postgresql",
      "db.namespace": database,
      "db.operation.name": operation,
      "db.query.summary": summary,
      "db.query.text": withoutLiterals(text),
      "server.address": host,
      "server.port": port,
    },
  });
}

function endSpan(span: Span, error: unknown): void {
  if (error !== undefined) {
    noteFailure(span, error);
    const { code } = error as { code?: unknown };
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) span.setAttribute("db.response.status_code", code);
  }
  span.end();
}
