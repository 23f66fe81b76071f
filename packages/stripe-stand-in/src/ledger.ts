import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type Stripe from "stripe";

/** Kinds of stored objects, by the value of `object`. */
export type Kinds = {
  customer: Stripe.Customer;
  product: Stripe.Product;
  price: Stripe.Price;
  coupon: Stripe.Coupon;
  promotion_code: Stripe.PromotionCode;
  discount: Stripe.Discount;
  tax_rate: Stripe.TaxRate;
  payment_method: Stripe.PaymentMethod;
  payment_intent: Stripe.PaymentIntent;
  setup_intent: Stripe.SetupIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  invoice: Stripe.Invoice;
  invoiceitem: Stripe.InvoiceItem;
  invoice_payment: Stripe.InvoicePayment;
  subscription: Stripe.Subscription;
  "checkout.session": Stripe.Checkout.Session;
  event: Stripe.Event;
};
export type Kind = keyof Kinds;
export type AnyObject = Kinds[Kind];

type Line = { account: string; put?: AnyObject; remove?: string; note?: [string, unknown] };

/** The objects of one account. They refer to each other by id; `expand` resolves the references. */
export type Ledger = {
  get<Name extends Kind>(kind: Name, id: string): Kinds[Name] | undefined;
  /** Finds an object of any kind by its id, which is unique in an account. */
  find(id: string): AnyObject | undefined;
  /** All objects of a kind, newest first. */
  all<Name extends Kind>(kind: Name): Kinds[Name][];
  put(object: AnyObject): void;
  remove(id: string): void;
  /** Internal data about an object that is never sent, e.g. the test card of a payment method. */
  note<Value>(key: string): Value | undefined;
  setNote(key: string, value: unknown): void;
  notes(prefix: string): Array<[string, unknown]>;
  /** A ledger with the same objects; its changes are not stored and do not reach this one. */
  copy(): Ledger;
};

/**
 * Ledgers of all accounts. If there is a file, every change is appended to it, and it is read at the next start. A request's changes are
 * appended together at its end (`flush`), so that a crash preserves all of them or none.
 */
export type LedgerBook = {
  of(account: string): Ledger;
  flush(): void;
};

export function openLedgers(file: string | null): LedgerBook {
  const ledgers = new Map<string, ReturnType<typeof createLedger>>();
  let unwritten: Line[] = [];
  const of = (account: string) => {
    const known = ledgers.get(account);
    if (known) return known;
    const made = createLedger((line) => {
      if (file) unwritten.push({ account, ...line });
    });
    ledgers.set(account, made);
    return made;
  };
  if (file && existsSync(file)) {
    for (const line of linesOf(file)) of(line.account).apply(line);
    compact(file, [...ledgers]);
  }
  return {
    of,
    flush() {
      if (!file || unwritten.length === 0) return;
      mkdirSync(path.dirname(file), { recursive: true });
      appendFileSync(file, unwritten.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
      unwritten = [];
    },
  };
}

function createLedger(record: (line: Omit<Line, "account">) => void): Ledger & {
  apply(line: Line): void;
  lines(): Array<Omit<Line, "account">>;
} {
  const objects = new Map<string, AnyObject>();
  const notes = new Map<string, unknown>();
  const lines = () => [
    ...[...objects.values()].map((put) => ({ put })),
    ...[...notes].map((note) => ({ note: note as [string, unknown] })),
  ];
  return {
    get<Name extends Kind>(kind: Name, id: string) {
      const object = objects.get(id);
      return object?.object === kind ? (object as Kinds[Name]) : undefined;
    },
    find: (id) => objects.get(id),
    all: <Name extends Kind>(kind: Name) =>
      [...objects.values()].filter((object) => object.object === kind).reverse() as Kinds[Name][],
    put(object) {
      objects.set(object.id, object);
      record({ put: object });
    },
    remove(id) {
      objects.delete(id);
      record({ remove: id });
    },
    note: <Value>(key: string) => notes.get(key) as Value | undefined,
    setNote(key, value) {
      if (value === undefined) notes.delete(key);
      else notes.set(key, value);
      record({ note: [key, value ?? null] });
    },
    notes: (prefix) => [...notes].filter(([key]) => key.startsWith(prefix)),
    apply({ put, remove, note }) {
      if (put) objects.set(put.id, put);
      if (remove) objects.delete(remove);
      if (note) {
        if (note[1] === null) notes.delete(note[0]);
        else notes.set(note[0], note[1]);
      }
    },
    lines,
    copy() {
      const copied = createLedger(() => {});
      for (const line of lines()) copied.apply({ account: "copy", ...line });
      return copied;
    },
  };
}

/** Reads the file's lines; skips a last line that a crash has truncated. */
function linesOf(file: string): Line[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text) => {
      try {
        return text ? [JSON.parse(text) as Line] : [];
      } catch {
        return [];
      }
    });
}

/** Rewrites the file with one line per object instead of one per change, so that it does not grow indefinitely. */
function compact(file: string, ledgers: Array<[string, { lines(): Array<Omit<Line, "account">> }]>): void {
  const lines = ledgers.flatMap(([account, ledger]) => ledger.lines().map((line) => ({ account, ...line })));
  writeFileSync(`${file}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
