import { useTranslation } from "react-i18next";
import { stepUpHref } from "~/control-panel/forms/step-up-href";
import type { Import } from "~/services/contracts/imports";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup, Radio } from "~/ui/choice";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { RotateCw, ShieldCheck, Upload } from "~/ui/icons";
import { importIntents, isOffered } from "./import-intents";
import { rowsToWrite } from "./row-filters";

/** What an import would do, what has to be decided before, and the button that does it. */
export function Preview({ run }: { run: Import }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
      <Summary run={run} />
      {isOffered(run, "start") && <Start run={run} />}
    </div>
  );
}

/** Names that are shown before 'and more'. */
const groupsShown = 12;

function Summary({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const count = rowsToWrite(run);
  const { newGroups, ignoredHeadings } = run;
  const names = newGroups.slice(0, groupsShown).join(", ");
  return (
    <div className="space-y-4">
      <Card
        title={t("preview.title")}
        actions={
          isOffered(run, "refresh") && (
            <Form method="post">
              <Button size="small" icon={RotateCw} name="intent" value={importIntents.refresh}>
                {t("preview.refresh")}
              </Button>
            </Form>
          )
        }
      >
        <p>{count === 0 ? t("preview.nothing") : t("preview.summary", { count })}</p>
        {newGroups.length > 0 && (
          <p className="wrap-anywhere mt-2">
            {t("preview.groups", { count: newGroups.length, names })}
            {newGroups.length > groupsShown && ` ${t("preview.more")}`}
          </p>
        )}
        {ignoredHeadings.length > 0 && (
          <Disclosure title={t("preview.ignored", { count: ignoredHeadings.length })}>
            <p className="text-ink-soft">{t("preview.ignoredText")}</p>
            <ul className="wrap-anywhere mt-1 list-disc ps-5">
              {ignoredHeadings.map(({ sheet, heading }) => (
                <li key={`${sheet} ${heading}`}>{t("preview.ignoredSheet", { sheet, heading })}</li>
              ))}
            </ul>
          </Disclosure>
        )}
      </Card>
      {run.needsSecureLogin && (
        <Banner
          type="warning"
          title={t("preview.secure")}
          actions={
            <LinkButton to={stepUpHref(`/controlpanel/import/${run.id}`)} icon={ShieldCheck}>
              {t("preview.stepUp")}
            </LinkButton>
          }
        >
          {t("preview.secureText")}
        </Banner>
      )}
      {run.undecided > 0 && isOffered(run, "choose") && (
        <Banner
          type="info"
          actions={
            <Form method="post">
              <Button name="intent" value={importIntents.chooseRest}>
                {t("preview.allNew")}
              </Button>
            </Form>
          }
        >
          {t("preview.undecided", { count: run.undecided })}
        </Banner>
      )}
    </div>
  );
}

function Start({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const count = rowsToWrite(run);
  const mayBeNew = run.outcomes.new + run.outcomes.likely > 0;
  const policies = run.hasPasswords ? (["file", "generated", "none"] as const) : (["none", "generated"] as const);
  return (
    <Card title={t("start.title")}>
      <Form method="post" className="space-y-4">
        {(mayBeNew || run.hasPasswords) && (
          <ChoiceGroup label={t("start.passwords")}>
            {policies.map((policy) => (
              <Radio
                key={policy}
                name="passwords"
                value={policy}
                label={t(`start.${policy}`)}
                hint={t(`start.${policy}Hint`)}
                defaultChecked={policy === policies[0]}
              />
            ))}
          </ChoiceGroup>
        )}
        <div className="flex flex-wrap gap-3">
          {count > 0 && (
            <Button variant="primary" icon={Upload} name="intent" value={importIntents.start}>
              {t("start.submit", { count })}
            </Button>
          )}
          {isOffered(run, "cancel") && (
            <Button variant="quiet" name="intent" value={importIntents.cancel}>
              {t("start.discard")}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
