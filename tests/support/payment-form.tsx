import { CardElement, Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, StripeElementLocale } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useState } from "react";
import { createRoot } from "react-dom/client";

/** A page that pays like the product's, with the real Stripe.js wrappers; its URL contains the parameters. */

const query = new URL(window.location.href).searchParams;
const secret = query.get("secret") ?? "";
const isCard = query.get("form") === "card";
const isSetup = secret.startsWith("seti_");
const locale = (query.get("locale") ?? "en-GB") as StripeElementLocale;
const appearance = JSON.parse(query.get("appearance") ?? "{}") as Appearance;

function PaymentForm() {
  const stripe = useStripe();
  const elements = useElements();
  const [outcome, setOutcome] = useState("");
  const [isComplete, setIsComplete] = useState(false);

  const pay = async () => {
    if (!stripe || !elements) return;
    setOutcome("working");
    const card = elements.getElement(CardElement);
    if (card) {
      const data = { payment_method: { card } };
      const result = isSetup
        ? await stripe.confirmCardSetup(secret, data)
        : await stripe.confirmCardPayment(secret, data);
      return setOutcome(tellOf(result));
    }
    const options = {
      elements,
      confirmParams: { return_url: `${window.location.origin}/paid` },
      redirect: "if_required",
    } as const;
    setOutcome(tellOf(await (isSetup ? stripe.confirmSetup(options) : stripe.confirmPayment(options))));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      {isCard ? (
        <CardElement onChange={({ complete }) => setIsComplete(complete)} />
      ) : (
        <PaymentElement onChange={({ complete }) => setIsComplete(complete)} />
      )}
      <button type="submit">Pay</button>
      <p role="status">{outcome}</p>
      <p>{isComplete ? "The card is complete" : "The card is not complete"}</p>
    </form>
  );
}

type Result = {
  error?: { code?: string; decline_code?: string; type: string; message?: string };
  paymentIntent?: { status: string };
  setupIntent?: { status: string };
};

function tellOf({ error, paymentIntent, setupIntent }: Result): string {
  if (error) return [error.type, error.code, error.decline_code, error.message].filter(Boolean).join(" | ");
  return (paymentIntent ?? setupIntent)?.status ?? "nothing";
}

const stripe = loadStripe(query.get("key") ?? "", { locale });
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <Elements stripe={stripe} options={isCard ? {} : { clientSecret: secret, appearance }}>
      <PaymentForm />
    </Elements>,
  );
}
