import type { Realm } from "./realm";

/**
 * What a country's consumer law asks of subscriptions that families buy. One table, so that pages, mails and legal texts agree.
 * docs/decisions/0083-consumer-law.md.
 */
type ConsumerLaw = {
  /**
   * Why families find the page for withdrawing from the contract: `law` where an act obliges us to have it (Directive (EU) 2023/2673),
   * `choice` where we have the same page without being obliged; its words then name no law.
   */
  withdrawalPage: "law" | "choice";
  /** Days in which a family may withdraw, counted from the day after the purchase. */
  withdrawalDays: number;
  /**
   * Labels of the way to cancel without logging in, in the words of the country's law, whichever language the page is in; null where
   * no law asks for it.
   */
  cancellationWithoutLogin: { link: string; confirm: string } | null;
  /**
   * After how many months a plan of a year ends once it is cancelled, if it has renewed after its first year; the rest is paid back.
   * null: it ends with the year that is paid.
   */
  noticeMonthsAfterFirstYear: number | null;
};

const withdrawalDays = 14;
const obliged = { withdrawalPage: "law", withdrawalDays } as const;
const chosen = {
  withdrawalPage: "choice",
  withdrawalDays,
  cancellationWithoutLogin: null,
  noticeMonthsAfterFirstYear: null,
} as const;

const table: Record<Realm, ConsumerLaw> = {
  de: {
    ...obliged,
    cancellationWithoutLogin: { link: "Verträge hier kündigen", confirm: "Jetzt kündigen" },
    noticeMonthsAfterFirstYear: 1,
  },
  fi: { ...obliged, cancellationWithoutLogin: null, noticeMonthsAfterFirstYear: null },
  fr: {
    ...obliged,
    cancellationWithoutLogin: { link: "Résilier votre contrat", confirm: "Notification de la résiliation" },
    noticeMonthsAfterFirstYear: null,
  },
  no: chosen,
  nl: { ...obliged, cancellationWithoutLogin: null, noticeMonthsAfterFirstYear: 1 },
  se: { ...obliged, cancellationWithoutLogin: null, noticeMonthsAfterFirstYear: null },
  uk: chosen,
  us: chosen,
};

export function consumerLawOf(realm: Realm): ConsumerLaw {
  return table[realm];
}
