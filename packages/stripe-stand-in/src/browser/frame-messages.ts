/** Messages between a page and an element's frame. Card data stay in the frame. */
export type Appearance = {
  theme?: "stripe" | "night" | "flat";
  labels?: "above" | "floating";
  variables?: Record<string, string>;
  rules?: Record<string, Record<string, string>>;
};

export type ElementKind = "payment" | "card";

export type FrameSettings = {
  kind: ElementKind;
  key: string;
  locale: string;
  appearance: Appearance;
  fonts: Array<{ family?: string; src?: string; weight?: string; style?: string }>;
  /** Options of the element, as passed to `create` and `update`. */
  options: Record<string, unknown>;
};

export type Billing = { billing_details?: Record<string, unknown> };

export type ToFrame =
  | { name: "settings"; settings: FrameSettings }
  | { name: "focus" | "blur" | "clear" }
  | { name: "check" | "make"; call: number; billing?: Billing };

export type ToPage =
  | { name: "ready" }
  | { name: "height"; height: number }
  | { name: "event"; type: "change" | "focus" | "blur" | "escape"; detail: Record<string, unknown> }
  | { name: "reply"; call: number; reply: CallReply };

/** `error` as in Stripe.js; `paymentMethod` if one was created. */
export type CallReply = { error?: ScriptError; paymentMethod?: { id: string } };

export type ScriptError = {
  type: string;
  code?: string;
  decline_code?: string;
  message?: string;
  param?: string;
  payment_intent?: Intent;
  setup_intent?: Intent;
  [name: string]: unknown;
};

export type Intent = {
  id: string;
  object: string;
  status: string;
  client_secret: string;
  next_action: { type: string; use_stripe_sdk?: { stripe_js?: string }; redirect_to_url?: { url: string } } | null;
  last_payment_error?: ScriptError | null;
  last_setup_error?: ScriptError | null;
  [name: string]: unknown;
};
