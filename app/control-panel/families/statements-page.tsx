import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type FormResult, resultFor } from "~/forms/form-result";
import { formatReasons } from "~/forms/messages";
import { longestReason, type UnmatchedStatement } from "~/services/contracts/managed-families";
import { useMoment } from "~/shell/moment";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Check, Inbox } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import { familiesPath, familyIntents, statementsPath } from "./family-intents";

/** Statements about contracts that match no order or could not be carried out: what was stated, and what was done about it. */
export function StatementsPage({ statements }: { statements: UnmatchedStatement[] }) {
  const { t } = useTranslation("families");
  const waiting = statements.filter(({ reviewedAt }) => reviewedAt === null);
  const done = statements.filter(({ reviewedAt }) => reviewedAt !== null);
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("title"), to: familiesPath }]}
        title={t("statements.title")}
        count={String(waiting.length)}
        intro={t("statements.intro")}
      />
      <div className="max-w-3xl space-y-8">
        {waiting.length === 0 && <EmptyState title={t("statements.none")} icon={Inbox} />}
        <ul className="space-y-4">
          {waiting.map((statement) => (
            <Statement key={statement.id} {...statement} />
          ))}
        </ul>
        {done.length > 0 && (
          <section>
            <h2 className="mb-3 text-22">{t("statements.done")}</h2>
            <ul className="space-y-4">
              {done.map((statement) => (
                <Statement key={statement.id} {...statement} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

function Statement({ id, kind, isRefundRefused, receivedAt, reviewedAt, note, ...stated }: UnmatchedStatement) {
  const { t } = useTranslation("families");
  const { t: panel } = useTranslation("control-panel");
  const moment = useMoment({ isZoneNamed: false });
  const result = resultFor(useActionData<FormResult>(), id);
  return (
    <li id={id} className="rounded-card border border-line bg-raised p-4">
      <h3 className="text-18">
        {t(`contract.kinds.${kind}`)} · {moment(receivedAt)}
      </h3>
      <p className="mt-1 wrap-anywhere">
        {stated.name}, {stated.email}
      </p>
      <p className="tabular-nums wrap-anywhere">{stated.orderNumber}</p>
      {stated.type === "extraordinary" && (
        <p className="mt-1 whitespace-pre-line wrap-anywhere">
          {t("statements.extraordinary", { reason: stated.reason })}
        </p>
      )}
      {isRefundRefused && <p className="mt-2 font-semibold">{t("statements.refundRefused")}</p>}
      {reviewedAt === null ? (
        <Form method="post" action={`${statementsPath}#${id}`} className="mt-3 flex flex-wrap items-end gap-2">
          <input type="hidden" name="id" value={id} />
          <TextField
            label={t("statements.note")}
            name="note"
            maxLength={longestReason}
            autoComplete="off"
            errors={formatReasons(panel, result?.error?.note ?? [])}
            className="min-w-0 flex-1 basis-60"
          />
          <Button icon={Check} name="intent" value={familyIntents.done}>
            {t("statements.markDone")}
          </Button>
        </Form>
      ) : (
        <p className="mt-2 text-ink-soft wrap-anywhere">{t("statements.doneOn", { date: moment(reviewedAt), note })}</p>
      )}
    </li>
  );
}
