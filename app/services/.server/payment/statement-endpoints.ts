import { dayIn } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import { type Endpoints, endpoint, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import {
  type ContractWithdrawal,
  statementContracts as contracts,
  dayIsOver,
  withdrawalClosed,
} from "~/services/contracts/contract-statements";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import { carryOutStatement, latestWithdrawal, receiveStatement, withdrawFrom } from "./contract-statements";
import type { Statement } from "./contract-statements-store";
import { findCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { authoriseFamily, knownCustomer } from "./family-access";
import { causeOf } from "./order-endpoints";
import type { OrderRow } from "./orders-store";
import { attempt } from "./provider-failure";
import { listStatementsOf } from "./support-acts-store";
import type { Withdrawal } from "./withdrawal-rules";

const failure = [paymentErrors.changeSubscription, "The contract could not be read or ended"] as const;

/** Endpoints by which families withdraw from their contract or cancel it. docs/decisions/0087-statements-about-contracts.md. */
export function statementEndpoints(
  parts: PaymentParts & { report(error: unknown): void },
): Endpoints<typeof contracts> {
  const authorise = (_input: unknown, caller: Caller) => authoriseFamily(parts, caller);
  return {
    getWithdrawal: endpoint({
      contract: contracts.getWithdrawal,
      authorise,
      async handle(_input, { family }, caller) {
        const customer = await knownCustomer(parts, family, caller);
        const found = customer && (await attempt(...failure, () => latestWithdrawal(parts, customer, new Date())));
        return { status: 200, body: { withdrawal: found ? withdrawalView(found) : null } };
      },
    }),
    getStatements: endpoint({
      contract: contracts.getStatements,
      authorise,
      async handle(_input, { family }, caller) {
        const customer = await findCustomer(parts.databases[caller.region], caller.realm, { userUid: family.uid });
        const rows = customer ? await listStatementsOf(parts.databases[caller.region], customer.id) : [];
        const data = rows.map(({ statement: { kind, receivedAt, status, refund, stated }, orderNumber }) => ({
          ...{ orderNumber, kind, receivedAt: receivedAt.toISOString(), status },
          ...{ type: stated?.type ?? null, reason: stated?.reason ?? null, endsOn: stated?.endsOn ?? null },
          refund: refund && refund.paid - refund.kept,
        }));
        return { status: 200, body: { data } };
      },
    }),
    withdraw: endpoint({
      contract: contracts.withdraw,
      authorise,
      async handle(_input, { family }, caller) {
        const customer = await knownCustomer(parts, family, caller);
        const found = customer && (await attempt(...failure, () => latestWithdrawal(parts, customer, new Date())));
        if (!found || (!found.withdrawal.isOpen && !found.statement)) throw closed();
        const statement = await withdrawFrom(parts, found.order, causeOf(caller)).catch(async (error: unknown) => {
          // It is stored and carried out later: for the family it has been received.
          parts.report(error);
          return (
            (await latestWithdrawal(parts, customer as NonNullable<typeof customer>, new Date()))?.statement ?? null
          );
        });
        return {
          status: 201,
          body: { withdrawal: withdrawalView({ ...found, statement: statement ?? found.statement }) },
        };
      },
    }),
    stateAboutContract: publicEndpoint({
      contract: contracts.stateAboutContract,
      async handle({ body: { kind, ...stated } }, caller) {
        if (stated.endsOn && stated.endsOn < dayIn(caller.realm, new Date())) {
          throw validationError([{ attribute: "endsOn", reason: dayIsOver }]);
        }
        await parts.statementLimits.count({ realm: caller.realm, ...stated, ipAddress: caller.ipAddress });
        const { name, orderNumber, email } = stated;
        const contract = kind === "cancellation" ? stated : { name, orderNumber, email };
        const statement = await receiveStatement(parts, caller.realm, kind, contract);
        // Not awaited: neither the answer nor its time says whether an order matches.
        void carryOutStatement(parts, statement, causeOf(caller)).catch(parts.report);
        return { status: 202, body: { receivedAt: statement.receivedAt.toISOString() } };
      },
    }),
  };
}

type Found = { order: OrderRow; withdrawal: Withdrawal; statement: Statement | null };

function withdrawalView({ order, withdrawal, statement }: Found): ContractWithdrawal {
  const { paid, kept } = statement?.refund ?? withdrawal;
  const { lastDay, isOpen } = withdrawal;
  return {
    ...{ orderNumber: order.number, lastDay, isOpen: isOpen && statement === null, paid, kept, refund: paid - kept },
    currency: order.currency,
    receivedAt: statement?.receivedAt.toISOString() ?? null,
  };
}

function closed(): ServiceError {
  return new ServiceError(409, withdrawalClosed, "There is no contract that can be withdrawn from");
}
