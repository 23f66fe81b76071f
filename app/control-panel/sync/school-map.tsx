import { useActionData } from "@remix-run/react";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { StaleBanner } from "~/control-panel/forms/stale-banner";
import { FormErrors } from "~/forms/form-errors";
import { formatReason, formatReasons } from "~/forms/messages";
import { Button } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Save, Search } from "~/ui/icons";
import { schoolField, schoolTexts } from "./school-fields";
import type { MapResult } from "./school-map.server";
import { schoolSearchField, settingsIntents, syncHref } from "./sync-intents";
import type { SyncPageData } from "./sync-page.server";
import type { Schools } from "./sync-schools.server";

const formId = "schools";

/** Form that maps the source's ids to schools. */
export function SchoolMap(props: SyncPageData) {
  const { organization, settings } = props;
  const { t } = useTranslation("sync");
  const { t: tPanel } = useTranslation("control-panel");
  const actionData = useActionData<MapResult>();
  const result = actionData?.intent === settingsIntents.schools ? actionData : null;
  const found = result?.found ?? props;
  const { schools } = found;
  const stored = schoolTexts(
    settings,
    schools.map(({ id }) => id),
  );
  const values: Record<string, unknown> = { ...stored, ...result?.lastResult.initialValue };
  const stale = result?.stale;
  const nameOf = (field: string) => schools.find(({ id }) => schoolField(id) === field)?.name ?? field;
  const saveButton = useRef<HTMLButtonElement>(null);
  return (
    <Disclosure
      title={t("schools.title")}
      id={formId}
      className="scroll-mt-20"
      // Remounts only if the map itself changes, so that input survives saving other settings.
      key={`${organization.id} ${stale ? stale.version : JSON.stringify(settings.organizationMap)}`}
      open={result !== null}
    >
      <p className="mb-4 max-w-[70ch] text-ink-soft">{t("schools.text")}</p>
      <Form
        method="post"
        // Without script the page is loaded anew: the fragment scrolls back to the form.
        action={`${syncHref(organization.id)}#${formId}`}
        className="max-w-2xl space-y-4"
        preventScrollReset
      >
        <FormErrors
          formId={formId}
          lastResult={result?.lastResult}
          fields={schools.map(({ id }) => schoolField(id))}
          labelOf={nameOf}
          formatReason={(reason) => formatReason(tPanel, reason)}
        />
        {stale && (
          <StaleBanner
            title={t("stale.schools")}
            page={syncHref(organization.id)}
            changes={stale.changes.map(({ field, ...change }) => ({
              ...change,
              label: nameOf(field),
            }))}
          />
        )}
        <input type="hidden" name="revision" value={stale?.version ?? result?.loaded?.revision ?? settings.revision} />
        <input type="hidden" name="read" value={stale?.read ?? result?.loaded?.read ?? JSON.stringify(stored)} />
        <SchoolSearch {...found} />
        {schools.map(({ id, name }) => (
          <TextField
            key={id}
            id={`${formId}-${schoolField(id)}`}
            name={schoolField(id)}
            label={name}
            errors={formatReasons(tPanel, result?.lastResult.error?.[schoolField(id)])}
            defaultValue={String(values[schoolField(id)] ?? "")}
            onKeyDown={(event) => submitOnEnter(event, saveButton.current)}
          />
        ))}
        {schools.length > 0 && (
          <Button ref={saveButton} icon={Save} name="intent" value={settingsIntents.schools}>
            {t("schools.save")}
          </Button>
        )}
      </Form>
    </Disclosure>
  );
}

/** Enter triggers a form's first button, here the search; in a school's field it should save instead. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>, button: HTMLButtonElement | null) {
  if (event.key !== "Enter" || !button) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit(button);
}

/** Search shown if there are more schools than the form shows. Part of the same form, so that unsaved input is submitted with it. */
function SchoolSearch({ hasMoreSchools, schoolSearch, matchCount }: Schools) {
  const { t } = useTranslation("sync");
  const { t: tPanel } = useTranslation("control-panel");
  if (!hasMoreSchools && schoolSearch === "") return null;
  return (
    <div>
      <div className="flex items-end gap-2">
        <TextField
          label={tPanel("choices.search", { label: t("schools.title") })}
          hideLabel
          name={schoolSearchField}
          type="search"
          icon={Search}
          defaultValue={schoolSearch}
          placeholder={tPanel("choices.byName")}
          maxLength={200}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        <Button name="intent" value={settingsIntents.searchSchools}>
          {tPanel("list.searchButton")}
        </Button>
      </div>
      {schoolSearch !== "" && (
        <p role="status" className="mt-1 text-14 text-ink-soft">
          {tPanel("choices.found", { count: matchCount })}
        </p>
      )}
      {hasMoreSchools && <p className="mt-1 text-14 text-ink-soft">{tPanel("choices.more")}</p>}
    </div>
  );
}
