/** Field of a login form by which a person asks to stay signed in on this device; its value is "on". */
export const stayField = "stay";

/** Days after which such a session ends, regardless of use. docs/security.md, line 16. */
export const stayDays = 30;

/** Who of an organisation may stay signed in: `everybody` is its staff and its pupils. */
export const stayChoices = ["nobody", "employees", "everybody"] as const;
export type StayChoice = (typeof stayChoices)[number];
