import { getFormProps, useForm } from "@conform-to/react";
import { Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { editFormKey } from "~/forms/edit-form-key";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { EditFormFields, NewFormFields } from "~/forms/hidden-fields";
import type { StaleVersion } from "~/forms/stale-version";
import { childIntents } from "~/library/shelf-intents";
import { type FamilyProfile, highestAgeLimit, profileAvatars, wordChoices } from "~/services/contracts/family-profiles";
import { useFocusAfterAct } from "~/shell/use-focus-after-act";
import { AnimalPicture } from "~/ui/animal-picture";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup } from "~/ui/choice";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { TabletSmartphone, Trash2, Undo2 } from "~/ui/icons";
import { SelectField } from "~/ui/select";
import { type ChildField, childFields, childFieldTexts } from "./child-form-schema";
import type { ChildPageData, NewChildData } from "./child-pages.server";
import { ParentPage, useReasonText } from "./parent-page";

/** Pages where parents add, edit and remove their children. */

const backPath = "/profile#children";

/** Lowest age limit: younger children do not read by themselves. */
const firstAge = 2;

export function NewChildPage({ avatar, idempotencyKey }: NewChildData) {
  const { t } = useTranslation("family");
  return (
    <ParentPage title={t("child.addTitle")}>
      <ChildForm values={{ name: "", avatar, ageLimit: "", words: "on" }} submit={t("child.add")}>
        <NewFormFields idempotencyKey={idempotencyKey} />
      </ChildForm>
    </ParentPage>
  );
}

export function ChildPage({ child, withheld }: ChildPageData) {
  const { t } = useTranslation("family");
  const result = useActionData<FormResult<ChildField>>();
  const { stale, lastResult } = result ?? {};
  const noteAct = useFocusAfterAct();
  const { name, version } = child;
  const stored = childFieldTexts(child);
  return (
    <ParentPage title={name}>
      <ChildForm key={editFormKey(version, result)} values={stored} submit={t("child.save")}>
        <EditFormFields version={version} stored={stored} stale={stale} lastResult={lastResult} draft={null} />
        {stale && <ChangedMeanwhile name={name} changes={stale.changes} />}
      </ChildForm>
      <Card title={t("device.card", { name })} className="mt-6">
        <p className="mb-4 text-ink-soft">{t("device.cardText", { name })}</p>
        <LinkButton to={`/profile/children/${child.id}/device`} icon={TabletSmartphone}>
          {t("device.title", { name })}
        </LinkButton>
      </Card>
      <div onSubmit={noteAct}>{withheld.length > 0 && <WithheldBooks name={name} books={withheld} />}</div>
      <Card title={t("child.remove")} className="mt-6">
        <p className="mb-4 text-ink-soft">{t("child.removeText", { name })}</p>
        <LinkButton to={`/profile/children/${child.id}/remove`} variant="danger" icon={Trash2}>
          {t("child.removeAsk", { name })}
        </LinkButton>
      </Card>
    </ParentPage>
  );
}

/** Books that are not for the child, each with a button that takes the mark back. */
function WithheldBooks({ name, books }: { name: string; books: ChildPageData["withheld"] }) {
  const { t } = useTranslation("family");
  return (
    <Card id="withheld" title={t("withheld.title", { name })} className="mt-6">
      <p className="mb-2 text-ink-soft">{t("withheld.text", { name })}</p>
      <ul className="divide-y divide-line">
        {books.map(({ id, title }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <Link
              to={`/books/${encodeURIComponent(id)}`}
              id={`book-${id}`}
              className="min-w-0 font-semibold hover:underline"
            >
              {title}
            </Link>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value={childIntents.release} />
              <input type="hidden" name="book" value={id} />
              <Button size="small" icon={Undo2} aria-describedby={`book-${id}`}>
                {t("withheld.release")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function RemoveChildPage({ child: { id, name, avatar } }: { child: FamilyProfile }) {
  const { t } = useTranslation("family");
  return (
    <ParentPage title={t("removal.title", { name })}>
      <Card>
        <div className="flex items-start gap-4">
          <AnimalPicture name={avatar} size={64} />
          <p>{t("removal.text", { name })}</p>
        </div>
        <Form method="post" className="mt-6 flex flex-wrap gap-3">
          <Button variant="danger" icon={Trash2}>
            {t("removal.confirm", { name })}
          </Button>
          <LinkButton to={`/profile/children/${id}`} variant="quiet">
            {t("child.cancel")}
          </LinkButton>
        </Form>
      </Card>
    </ParentPage>
  );
}

/** Edit conflict: shows the changes saved in the meantime by the other parent or in another tab. Decision 35. */
function ChangedMeanwhile({ name, changes }: { name: string; changes: StaleVersion<ChildField>["changes"] }) {
  const { t } = useTranslation("family");
  const labels = useLabels();
  const formatField = (field: ChildField, text: string) => {
    if (field === "avatar") return t(`avatars.${text}`, { defaultValue: text });
    if (field === "name") return text;
    if (field === "words") return t(`child.words_${text}`);
    return text === "" ? t("child.noLimit") : t("children.upTo", { age: Number(text) });
  };
  return (
    <Banner type="warning">
      <p>{t("messages.changedMeanwhile", { name })}</p>
      <ul className="mt-2">
        {changes.map(({ field, theirs }) => (
          <li key={field}>
            {labels[field]} <strong>{formatField(field, theirs)}</strong>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function useLabels(): Record<ChildField, string> {
  const { t } = useTranslation("family");
  return { name: t("child.name"), avatar: t("child.avatar"), ageLimit: t("child.age"), words: t("child.words") };
}

type ChildFormProps = {
  values: FormValues;
  submit: string;
  /** Hidden fields, and messages above the fields. */
  children: React.ReactNode;
};

function ChildForm({ values, submit, children }: ChildFormProps) {
  const { t } = useTranslation("family");
  const result = useActionData<FormResult>();
  const [form, fields] = useForm<FormValues>({
    id: "child",
    lastResult: result?.lastResult ?? null,
    defaultValue: values,
  });
  const formatReason = useReasonText();
  const formatReasons = (reasons: readonly string[] | undefined) => (reasons ?? []).map(formatReason);
  const avatar = fieldProps(fields.avatar, formatReasons);
  const { defaultValue: age, ...ageLimit } = fieldProps(fields.ageLimit, formatReasons);
  const { defaultValue: wordChoice, ...words } = fieldProps(fields.words, formatReasons);
  const ages = Array.from({ length: highestAgeLimit - firstAge + 1 }, (_, index) => String(firstAge + index));
  const labels: Record<string, string> = useLabels();
  return (
    <Card>
      <Form method="post" {...getFormProps(form)} className="flex flex-col gap-6">
        <FormErrors
          formId="child"
          lastResult={result?.lastResult}
          fields={childFields}
          labelOf={(name) => labels[name] ?? null}
          formatReason={formatReason}
        />
        {result?.failed && <Banner type="error">{t("messages.failed")}</Banner>}
        {children}
        <TextField
          {...fieldProps(fields.name, formatReasons)}
          label={t("child.name")}
          hint={t("child.nameHint")}
          maxLength={40}
          autoComplete="off"
        />
        <ChoiceGroup id={avatar.id} label={t("child.avatar")} errors={avatar.errors}>
          <div className="mt-2 grid grid-cols-4 gap-3">
            {profileAvatars.map((name) => (
              <label
                key={name}
                className="flex flex-col items-center gap-1 rounded-card border-2 border-transparent p-2 transition hover:bg-primary-tint has-checked:border-primary has-checked:bg-primary-tint has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
              >
                <input
                  type="radio"
                  name="avatar"
                  value={name}
                  defaultChecked={avatar.defaultValue === name}
                  className="sr-only"
                />
                <AnimalPicture name={name} size={64} />
                <span className="text-center text-14">{t(`avatars.${name}`)}</span>
              </label>
            ))}
          </div>
        </ChoiceGroup>
        <SelectField
          {...ageLimit}
          label={t("child.age")}
          hint={t("child.ageHint")}
          defaultValue={age}
          options={[
            { value: "", label: t("child.noLimit") },
            ...ages.map((each) => ({ value: each, label: t("children.upTo", { age: Number(each) }) })),
          ]}
        />
        <SelectField
          {...words}
          label={t("child.words")}
          hint={t("child.wordsHint")}
          defaultValue={wordChoice}
          options={wordChoices.map((each) => ({ value: each, label: t(`child.words_${each}`) }))}
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="primary">{submit}</Button>
          <LinkButton to={backPath} variant="quiet">
            {t("child.cancel")}
          </LinkButton>
        </div>
      </Form>
    </Card>
  );
}
