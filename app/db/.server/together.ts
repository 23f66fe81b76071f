import pg from "pg";

/**
 * Several statements in one message with one end: the database is woken once, answers them one after the other and commits once.
 * They are one transaction: where one fails, nothing of any has happened. The driver itself ends each query on its own.
 */

/** One text for each name: its plan is kept by each connection. */
export type Statement = { name: string; text: string; values: unknown[] };

/** What the driver hands its own queries; its types do not tell. */
type Connection = {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(message: object): void;
  bind(message: object): void;
  describe(message: object): void;
  execute(message: object): void;
  close(message: object): void;
  sync(): void;
};
type DriverQuery = {
  name?: string;
  text?: string;
  _result: { _types?: unknown };
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
};

/** The rows of one statement, or why its values could not be sent. */
export type Outcome = { rows: unknown[] } | { refused: Error };

const DriverQueryClass = pg.Query as unknown as new (config: object) => DriverQuery;

/** Give it to a connection's `query`. */
export class Together extends DriverQueryClass {
  private readonly parts: DriverQuery[];
  private readonly outcomes: Outcome[] = [];
  /** Those that went out; the database answers them in this order. */
  private readonly sent: DriverQuery[] = [];
  private answered = 0;

  /** @param done gets an error where all have failed, else the outcomes in the order of the statements */
  constructor(
    readonly statements: readonly Statement[],
    private readonly done: (error: Error | null, outcomes: Outcome[]) => void,
  ) {
    super({ text: "", callback: () => {} });
    this.parts = statements.map((statement, index) => {
      const callback = (error: Error | null, result?: { rows: unknown[] }) => {
        this.outcomes[index] = error ? { refused: error } : { rows: result?.rows ?? [] };
      };
      return new DriverQueryClass({ callback, ...statement });
    });
  }

  private get part(): DriverQuery | undefined {
    return this.sent[this.answered];
  }

  submit(connection: Connection): null {
    const open = new OpenConnection(connection);
    connection.stream.cork();
    for (const [index, part] of this.parts.entries()) {
      part._result._types = this._result._types;
      part.prepare(open);
      if (!this.outcomes[index]) this.sent.push(part);
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  override handleRowDescription(message: unknown): void {
    this.part?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.part?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    this.part?.handleCommandComplete(message, connection);
    this.answered += 1;
  }

  override handleReadyForQuery(connection: Connection): void {
    for (const part of this.sent) part.handleReadyForQuery(connection);
    this.done(null, this.outcomes);
  }

  handleError(error: Error): void {
    this.done(error, []);
  }
}

/** A connection on which nothing is ended yet. */
class OpenConnection implements Connection {
  readonly stream;
  readonly parsedStatements;
  readonly submittedNamedStatements;

  constructor(private readonly connection: Connection) {
    this.stream = connection.stream;
    this.parsedStatements = connection.parsedStatements;
    this.submittedNamedStatements = connection.submittedNamedStatements;
  }

  parse(message: object): void {
    this.connection.parse(message);
  }

  bind(message: object): void {
    this.connection.bind(message);
  }

  describe(message: object): void {
    this.connection.describe(message);
  }

  execute(message: object): void {
    this.connection.execute(message);
  }

  close(message: object): void {
    this.connection.close(message);
  }

  sync(): void {}
}
