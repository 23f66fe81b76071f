import { createHmac } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, regionOf } from "~/realms/realm";
import { violatedUnique } from "~/services/.server/directory/database-conflicts";
import { type Family, familyState, findFamily } from "~/services/.server/directory/people/families";
import { hadTrial, writePeriod } from "~/services/.server/directory/subscriptions/periods";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { queueMail } from "~/services/.server/mail/queue-mail";
import { paymentContracts as contracts, trialDays } from "~/services/contracts/payment";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";
import type { PaymentParts } from "./deps";
import { authoriseBuyer } from "./family-access";
import { causeOf } from "./order-endpoints";
import type { Orders } from "./orders";
import { cancelPayableOrder } from "./orders-store";
import { trials } from "./tables";

/** Subscription type of a trial. */
const trialType = "fabel-consumer";

/**
 * The trial: 14 days without order or card, once per e-mail address, ending by itself. Starting it cancels an unpaid order, because a card
 * form in another tab must not charge a family on trial. docs/product/choices.md#who-and-where.
 */
export function trialEndpoints(
  parts: PaymentParts & { orders: Orders },
): Endpoints<Pick<typeof contracts, "getTrial" | "startTrial">> {
  return {
    getTrial: endpoint({
      contract: contracts.getTrial,
      authorise: ({ headers }, caller) => authoriseBuyer(parts, headers, caller),
      async handle(_input, { family }, { realm }) {
        const { period } = family;
        const endsOn = period?.isRunning && period.isTrial ? period.endsOn : null;
        return { status: 200, body: { isOffered: await isOffered(parts, realm, family), endsOn } };
      },
    }),
    startTrial: endpoint({
      contract: contracts.startTrial,
      authorise: ({ headers }, caller) => authoriseBuyer(parts, headers, caller),
      async handle(_input, { family }, caller) {
        const { realm, region } = caller;
        if (!(await isOffered(parts, realm, family))) throw noTrial();
        await parts.orders.giveUp(realm, family, causeOf(caller));
        const begin = inTransaction(parts.databases[region], async (transaction) => {
          const { rows } = await transaction.execute<{ startsOn: string; endsOn: string }>(sql`
            select directory.day_in(${realm})::text as "startsOn", (directory.day_in(${realm}) + ${trialDays - 1}::int)::text as "endsOn"`);
          const days = rows[0] as { startsOn: string; endsOn: string };
          const begun = await transaction
            .insert(trials)
            .values({ realm, emailDigest: digestOf(parts, realm, family), ...days })
            .onConflictDoNothing()
            .returning({ startsOn: trials.startsOn });
          // Read again after the insert: of two concurrent calls the second waits for the first and sees its period.
          const current = await findFamily(transaction, realm, { uid: family.uid });
          if (begun.length === 0 || !current || familyState(current) !== "unpaid") throw noTrial();
          const owner = { kind: "user", id: family.id, uid: family.uid } as const;
          const by = { realm, uid: family.uid, actorUid: null, ...causeOf(caller) };
          await writePeriod(transaction, by, owner, { type: trialType, ...days, trial: true });
          await cancelPayableOrder(transaction, { realm, userUid: family.uid });
          const until = { day: days.endsOn };
          await queueMail(transaction, {
            realm,
            kind: "trial-started",
            key: family.uid,
            to: { uid: family.uid },
            values: { until },
          });
          return days;
        });
        const trial = await begin.catch((error: unknown) => {
          // A super user gave a trial before, whose period no longer exists.
          throw violatedUnique(error) === "period_trials_one_a_person" ? noTrial() : error;
        });
        // Another tab may have ordered in the meantime: cancel what could still be paid at the provider.
        await parts.orders.endGivenUp(realm, family, causeOf(caller));
        await parts.mails.sendTo(realm, family.uid);
        return { status: 201, body: trial };
      },
    }),
  };
}

async function isOffered(parts: PaymentParts, realm: Realm, family: Family): Promise<boolean> {
  if (familyState(family) !== "unpaid") return false;
  const database = parts.databases[regionOf(realm)];
  const had = await database
    .select({ startsOn: trials.startsOn })
    .from(trials)
    .where(and(eq(trials.realm, realm), eq(trials.emailDigest, digestOf(parts, realm, family))));
  return had.length === 0 && !(await hadTrial(database, { kind: "user", id: family.id }));
}

/**
 * Keyed digest of the normalised address. Only the digest is stored beyond the account's lifetime; the address cannot be recovered.
 */
function digestOf({ addressKey }: PaymentParts, realm: Realm, { email, username }: Family): string {
  const address = (email ?? username).normalize("NFC").trim().toLowerCase();
  return createHmac("sha256", addressKey).update(`${realm} ${address}`).digest("base64url");
}

function noTrial(): ServiceError {
  return new ServiceError(409, paymentErrors.noTrial, "There is one trial for each address");
}
