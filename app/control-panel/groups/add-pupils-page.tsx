import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import type { FormResult } from "~/forms/form-result";
import { NewFormFields } from "~/forms/hidden-fields";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox, ChoiceGroup, Radio } from "~/ui/choice";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Plus, Search } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import type { AddPupilsData } from "./add-pupils.server";

const formId = "add-pupils";

/**
 * Form to add pupils to a class, with the choice whether they leave their current class. Its only error is that nobody is ticked, so its
 * result is read without conform's hook (decision 37).
 */
export function AddPupilsPage({ group, q, candidates, hasMore, idempotencyKey }: AddPupilsData) {
  const { t } = useTranslation("control-panel");
  const result = useActionData<FormResult>();
  const path = `/controlpanel/groups/${group.id}`;
  const isLeaving = (result?.lastResult.initialValue?.old ?? (group.type === "class" ? "leave" : "stay")) === "leave";
  return (
    <div className="max-w-3xl">
      <PageHeader
        crumbs={[{ label: group.name, to: path }]}
        title={t("groups.addPupilsTo", { name: group.name })}
        intro={group.school}
      />
      <div className="space-y-6">
        <Form method="get" role="search" className="flex items-end gap-2" key={q}>
          <TextField
            label={t("groups.findPupils")}
            name="q"
            type="search"
            icon={Search}
            defaultValue={q}
            maxLength={200}
            autoComplete="off"
            className="min-w-0 flex-1"
          />
          <Button>{t("list.searchButton")}</Button>
        </Form>
        <Form method="post" className="space-y-6">
          <NewFormFields idempotencyKey={idempotencyKey} />
          <FormErrors
            formId={formId}
            lastResult={result?.lastResult}
            fields={["ids", "old"]}
            labelOf={() => null}
            formatReason={() => t("groups.tickSomebody")}
          />
          <Candidates
            q={q}
            candidates={candidates}
            hasMore={hasMore}
            isNobodyTicked={result?.lastResult.error?.ids !== undefined}
          />
          {candidates.length > 0 && (
            <>
              <ChoiceGroup id={`${formId}-old`} label={t("groups.oldClass")}>
                <Radio name="old" value="leave" defaultChecked={isLeaving} label={t("groups.oldClassLeave")} />
                <Radio name="old" value="stay" defaultChecked={!isLeaving} label={t("groups.oldClassStay")} />
              </ChoiceGroup>
              <div className="flex flex-wrap gap-3">
                <Button variant="primary" icon={Plus}>
                  {t("groups.addTicked")}
                </Button>
                <LinkButton to={path} variant="quiet">
                  {t("form.cancel")}
                </LinkButton>
              </div>
            </>
          )}
        </Form>
      </div>
    </div>
  );
}

type CandidatesProps = Pick<AddPupilsData, "q" | "candidates" | "hasMore"> & { isNobodyTicked: boolean };

/** The pupils who were found; without a search, those without a class. */
function Candidates({ q, candidates, hasMore, isNobodyTicked }: CandidatesProps) {
  const { t } = useTranslation("control-panel");
  return (
    <Card title={t(q ? "groups.pupilsFound" : "groups.pupilsWithout")}>
      {candidates.length === 0 ? (
        <p className="text-ink-soft">{t(q ? "list.noMatchTitle" : "groups.nobodyWithout")}</p>
      ) : (
        <ChoiceGroup
          id={`${formId}-ids`}
          label={t(q ? "groups.pupilsFound" : "groups.pupilsWithout")}
          hideLabel
          errors={isNobodyTicked ? t("groups.tickSomebody") : null}
        >
          <ul>
            {candidates.map(({ id, name, detail }) => (
              <li key={id} className="border-line border-b last:border-0">
                <Checkbox
                  name="ids"
                  value={id}
                  label={
                    <>
                      <span className="block">{name}</span>
                      <span className="block text-14 text-ink-soft">{detail}</span>
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        </ChoiceGroup>
      )}
      {hasMore && <p className="mt-3 text-14 text-ink-soft">{t("choices.more")}</p>}
    </Card>
  );
}
