import { createElementHost, type ElementHost } from "./element-host";
import type { Appearance, CallReply, ElementKind, FrameSettings } from "./frame-messages";

export type ElementsOptions = {
  clientSecret?: string;
  mode?: string;
  amount?: number;
  currency?: string;
  locale?: string;
  appearance?: Appearance;
  fonts?: FrameSettings["fonts"];
};

/** A group of elements, as created by `stripe.elements()`. */
export type Elements = {
  create(kind: string, options?: Record<string, unknown>): ElementHost;
  getElement(kind: unknown): ElementHost | null;
  update(options: ElementsOptions): void;
  fetchUpdates(): Promise<{ error?: undefined }>;
  submit(): Promise<CallReply & { selectedPaymentMethod?: string }>;
  /** Client secret of the group's intent; null in deferred mode. */
  clientSecret(): string | null;
  cardForm(): ElementHost | null;
};

const kinds: ElementKind[] = ["payment", "card"];

export function createElements(base: string, key: string, locale: string, given: ElementsOptions): Elements {
  let options = given;
  const made = new Map<string, ElementHost>();

  const shared = () => ({
    key,
    locale: !options.locale || options.locale === "auto" ? locale : options.locale,
    appearance: options.appearance ?? {},
    fonts: options.fonts ?? [],
  });

  return {
    create(kind, elementOptions = {}) {
      if (!kinds.includes(kind as ElementKind)) {
        throw new Error(`The stand-in has no element of the type "${kind}": it has ${kinds.join(" and ")}.`);
      }
      if (made.has(kind)) throw new Error(`Can only create one Element of type ${kind} per Elements object.`);
      const host = createElementHost(base, { ...shared(), kind: kind as ElementKind, options: elementOptions });
      const { destroy } = host;
      host.destroy = () => {
        made.delete(kind);
        destroy();
      };
      made.set(kind, host);
      return host;
    },
    getElement(kind) {
      // React components are passed for their type, which is in `__elementType`.
      const name = typeof kind === "string" ? kind : (kind as { __elementType?: string } | null)?.__elementType;
      return made.get(name ?? "") ?? null;
    },
    update(changes) {
      options = { ...options, ...changes };
      for (const host of made.values()) host.settle(shared());
    },
    fetchUpdates: async () => ({}),
    async submit() {
      const form = made.get("payment") ?? made.get("card");
      const reply = form ? await form.check() : {};
      return reply.error ? reply : { selectedPaymentMethod: "card" };
    },
    clientSecret: () => options.clientSecret ?? null,
    cardForm: () => made.get("payment") ?? made.get("card") ?? null,
  };
}
