/** Intents of the forms about an order that is not paid yet, on the payment step and the subscription page. */
export const openOrderIntents = { continueOrder: "continue-order", cancelOrder: "cancel-order" } as const;
