/** The release of Stripe.js that the stand-in's script takes the place of. @stripe/stripe-js warns where it is another one. */
export const scriptVersion = "endive";
