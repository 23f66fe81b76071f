import { useActionData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ConfirmationField } from "~/control-panel/forms/confirmation-field";
import { NotFetched } from "~/control-panel/frame/failures";
import { personHref } from "~/control-panel/frame/person-kinds";
import { editFormKey } from "~/forms/edit-form-key";
import type { FormResult } from "~/forms/form-result";
import { formatReasons } from "~/forms/messages";
import type { PersonSummary } from "~/services/contracts/pages/person-page";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { Trash2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { NewPersonMade } from "./new-person-made";
import { AccountActions, Groups, Places, Relatives } from "./person-cards";
import { PersonForm } from "./person-form";
import { PersonHeader, PersonTabs } from "./person-header";
import type { PersonFormData, PersonPageData } from "./person-page.server";
import { cardErrors, type PersonResult } from "./person-result";
import { NewSecret, PersonSessions, SignInMethods } from "./person-sign-in";

/** One person: summary and frequent actions, with details and sign-in on tabs. */
export function PersonPage(props: PersonPageData) {
  const { kind, person, tab } = props;
  const action = useActionData<PersonResult>();
  const isSlipShown = Boolean(action?.password || action?.badge || action?.pictures);
  const unlessPrinted = isSlipShown ? "print:hidden" : undefined;
  return (
    <>
      <div className={unlessPrinted}>
        <PersonHeader person={person} backHref={props.backHref} />
      </div>
      <CardErrorSummary kind={kind} result={action} />
      {action && isSlipShown && <NewSecret person={person} result={action} />}
      <div className={unlessPrinted}>
        <PersonTabs person={person} backHref={props.backHref} current={tab} />
        {tab === "sign-in" ? (
          <div className="grid items-start gap-6 md:grid-cols-2">
            <SignInMethods {...props} result={action} />
            <PersonSessions {...props} />
          </div>
        ) : (
          <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
            <PersonForm {...props} key={editFormKey(props.version, action)} />
            <div className="space-y-6">
              <Groups {...person} />
              <Places {...props} result={action} />
              <Relatives {...props} result={action} />
              <AccountActions {...props} />
            </div>
          </div>
        )}
      </div>
    </>
  );
}

/** Errors of a card's form at the top of the page, with a link to the card. */
function CardErrorSummary({ kind, result }: { kind: PersonKind; result: PersonResult | undefined }) {
  const { t } = useTranslation("control-panel");
  const wrong = cardErrors(result);
  if (!wrong) return null;
  const titles = {
    places: t("sections.belonging"),
    relatives: t(`relatives.${kind}`),
    "sign-in": t("sections.signIn"),
  };
  const errors = formatReasons(t, wrong.reasons).map((text) => ({
    fieldId: wrong.card,
    message: t("form.labelled", { label: titles[wrong.card], text }),
  }));
  return (
    <div className="mb-6">
      <ErrorSummary errors={errors} of={result} />
    </div>
  );
}

/** Error page if the service failed to load the person. docs/product/control-panel.md#errors. */
export function PersonNotFetched() {
  const { t } = useTranslation("control-panel");
  return <NotFetched title={t("messages.userNotFetched")} />;
}

/** Form for a new person; after submission their credentials. */
export function NewPersonPage(props: PersonFormData & { idempotencyKey: string }) {
  const { kind } = props;
  const { t } = useTranslation("control-panel");
  const { pathname, search } = useLocation();
  const made = useActionData<PersonResult>()?.made;
  return (
    <>
      <PageHeader
        crumbs={[{ label: t(`kinds.${kind}.title`), to: props.backHref }]}
        title={made ? t("form.added", { name: made.name }) : t(`kinds.${kind}.new`)}
        intro={made ? undefined : t("form.newIntro")}
      />
      {made ? (
        <NewPersonMade made={made} nextHref={`${pathname}${search}`} />
      ) : (
        <div className="max-w-3xl">
          <PersonForm {...props} />
        </div>
      )}
    </>
  );
}

const wholeDeletion = ["signIn", "lists", "purge"] as const;
/** For a person who also belongs to organisations where the user may not delete anybody. */
const endOfMemberships = ["leaves", "stays", "restorable"] as const;

/** Confirmation before a person is deleted, with its consequences. */
export function DeletionPage({ person }: { person: PersonSummary }) {
  const { t } = useTranslation("control-panel");
  const result = useActionData<FormResult>();
  const { type: kind, name } = person;
  return (
    <>
      <PageHeader crumbs={[{ label: name, to: personHref(person) }]} title={t("deletion.title", { name })} />
      <div className="max-w-2xl space-y-6">
        <Banner type="warning" title={t("deletion.lost")}>
          <ul className="mt-1 list-disc space-y-1 ps-5">
            {(person.deletesAccount ? wholeDeletion : endOfMemberships).map((each) => (
              <li key={each}>{t(`deletion.${each}`, { name })}</li>
            ))}
          </ul>
        </Banner>
        <Form method="post" className="space-y-4">
          <ConfirmationField label={t("deletion.sure", { name })} result={result} intent={null} />
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" icon={Trash2}>
              {t(`kinds.${kind}.delete`)}
            </Button>
            <LinkButton to={personHref(person)} variant="quiet">
              {t("form.cancel")}
            </LinkButton>
          </div>
        </Form>
      </div>
    </>
  );
}
