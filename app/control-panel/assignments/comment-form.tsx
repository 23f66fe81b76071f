import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NotSaved } from "~/control-panel/frame/failures";
import { FormErrors } from "~/forms/form-errors";
import type { FormResult } from "~/forms/form-result";
import { formatReason } from "~/forms/messages";
import type { PupilSubmission } from "~/services/contracts/submissions";
import { Button } from "~/ui/button";
import { TextAreaField } from "~/ui/field";
import { Form } from "~/ui/form";
import { assignmentIntents, notSubmitted } from "./assignment-draft";
import { displayName } from "./assignment-state";

type CommentFormProps = {
  submission: PupilSubmission;
  /** Result of this pupil's form; null if it was not refused. */
  result: FormResult | null;
};

/** The teacher's comment on a pupil's answers. It has one field, so its result is read without conform's hook (decision 37). */
export function CommentForm({ submission, result }: CommentFormProps) {
  const { t } = useTranslation("assignments");
  const { t: ofPanel } = useTranslation("control-panel");
  const { pathname, search } = useLocation();
  const formId = `form-${submission.id}`;
  const toMessage = (reason: string) => (reason === notSubmitted ? t("notSubmitted") : formatReason(ofPanel, reason));
  const label = t("commentTo", { name: displayName(submission.pupil) });
  const typed = result?.lastResult.initialValue?.comment;
  return (
    <Form
      id={formId}
      method="post"
      // Without script the page is loaded anew: the fragment scrolls back to this pupil.
      action={`${pathname}${search}#pupil-${submission.id}`}
      preventScrollReset
      className="space-y-3"
    >
      <FormErrors
        formId={formId}
        lastResult={result?.lastResult}
        fields={["comment"]}
        labelOf={(name) => (name === "comment" ? t("comment") : null)}
        formatReason={toMessage}
      />
      {result?.failed && <NotSaved />}
      <input type="hidden" name="submission" value={submission.id} />
      <TextAreaField
        id={`${formId}-comment`}
        name="comment"
        label={label}
        errors={result?.lastResult.error?.comment?.map(toMessage)}
        rows={3}
        maxLength={5000}
        dir="auto"
        defaultValue={result ? String(typed ?? "") : (submission.comment ?? "")}
        className="resize-y"
      />
      <div className="flex flex-wrap gap-2">
        <Button name="intent" value={assignmentIntents.comment}>
          {t("saveComment")}
        </Button>
        <Button name="intent" value={assignmentIntents.handBack}>
          {t("handBack")}
        </Button>
      </div>
      <p className="text-14 text-ink-soft">{t("handBackHint")}</p>
    </Form>
  );
}
