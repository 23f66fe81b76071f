import { useTranslation } from "react-i18next";
import { problemText } from "~/payment/provider/problem-text";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { subscriptionIntents as intents } from "./subscription-forms";
import type { Refused } from "./subscription-results.server";

/** Why the plan was not changed; takes the focus. Trying again shows the sums first. */
export function RefusedChange(refusal: Refused["refusal"]) {
  const { t } = useTranslation("payment");
  const { priceId } = refusal;
  return (
    <div className="mb-4 flex flex-col gap-3">
      <ErrorSummary
        title={t("subscription.planRefused")}
        errors={[{ message: problemText(t, refusal) }]}
        of={refusal}
      />
      {priceId !== null && (
        <Form method="post">
          <input type="hidden" name="priceId" value={priceId} />
          <Button name="intent" value={intents.changePlan} variant="primary">
            {t("again")}
          </Button>
        </Form>
      )}
    </div>
  );
}
