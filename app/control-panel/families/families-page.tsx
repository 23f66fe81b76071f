import { Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NotSaved } from "~/control-panel/frame/failures";
import { FocusedResult } from "~/control-panel/frame/focused-result";
import type { FormResult } from "~/forms/form-result";
import { formatReasons } from "~/forms/messages";
import type { FoundFamily } from "~/services/contracts/managed-families";
import { useDay } from "~/shell/moment";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Search, SearchX } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill } from "~/ui/pill";
import { EmptyState } from "~/ui/states";
import type { FoundFamilies } from "./families.server";
import { familiesPath, familyIntents, familyPath, statementsPath } from "./family-intents";

/** Search for a family by e-mail address or order number. */
export function FamiliesPage({ waiting }: { waiting: number }) {
  const { t } = useTranslation("families");
  const { t: panel } = useTranslation("control-panel");
  const result = useActionData<FormResult & FoundFamilies>();
  const errors = formatReasons(panel, result?.lastResult.error?.q ?? []);
  return (
    <>
      <PageHeader
        title={t("title")}
        intro={t("intro")}
        actions={
          <LinkButton to={statementsPath}>
            {waiting > 0 ? t("statements.open", { count: waiting }) : t("statements.title")}
          </LinkButton>
        }
      />
      <div className="max-w-2xl space-y-6">
        {result?.failed && <NotSaved />}
        <Form
          method="post"
          action={familiesPath}
          role="search"
          aria-label={t("search.label")}
          className="flex flex-wrap items-end gap-2"
        >
          <TextField
            label={t("search.label")}
            hint={t("search.hint")}
            name="q"
            maxLength={255}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            icon={Search}
            errors={errors}
            defaultValue={String(result?.lastResult.initialValue?.q ?? "")}
            className="min-w-0 flex-1 basis-60"
          />
          <Button variant="primary" name="intent" value={familyIntents.search}>
            {t("search.find")}
          </Button>
        </Form>
        {result?.found && (
          <FocusedResult>
            {result.found.length === 0 ? (
              <EmptyState title={t("search.none")} icon={SearchX}>
                {t("search.noneText")}
              </EmptyState>
            ) : (
              <Found found={result.found} />
            )}
          </FocusedResult>
        )}
      </div>
    </>
  );
}

function Found({ found }: { found: readonly FoundFamily[] }) {
  const { t } = useTranslation("families");
  const day = useDay();
  return (
    <>
      <h2 className="mb-3 text-22">{t("search.found", { count: found.length })}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-raised">
        {found.map(({ uid, name, username, email, status, createdAt }) => (
          <li key={uid} className="relative flex flex-wrap items-center gap-x-4 gap-y-1 p-4 hover:bg-primary-tint">
            <span className="min-w-0 flex-1 basis-52">
              <Link to={familyPath(uid)} className="block font-semibold text-primary after:absolute after:inset-0">
                {name}
              </Link>
              <span className="block text-14 text-ink-soft wrap-anywhere">{email ?? username}</span>
            </span>
            <span className="text-14 text-ink-soft">{t("search.since", { date: day(createdAt) })}</span>
            <Pill tone={status === "active" ? "success" : "warning"}>{t(`status.${status}`)}</Pill>
          </li>
        ))}
      </ul>
    </>
  );
}
