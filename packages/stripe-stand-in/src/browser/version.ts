/** The release of Stripe.js that this script replaces. @stripe/stripe-js warns about any other. */
export const scriptVersion = "endive";
