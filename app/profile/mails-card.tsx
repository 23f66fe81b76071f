import { useTranslation } from "react-i18next";
import { type MailChoice, mailLines, mailTable } from "~/services/contracts/mail-table";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Switch } from "~/ui/choice";
import { Form } from "~/ui/form";
import { Save } from "~/ui/icons";
import { profileIntents } from "./intents";
import type { MailChoices } from "./profile.server";

/** Lines with mails that nobody can switch off. */
const alwaysSent = mailLines.filter((line) =>
  Object.values(mailTable).some((mail) => mail.line === line && mail.choice === null),
);

/** Which mails a person gets: those that are always sent to families, and those by choice, with a switch for each. */
export function MailsCard({ mails, isFamily }: { mails: MailChoices; isFamily: boolean }) {
  const { t } = useTranslation("account");
  const choices = Object.keys(mails) as MailChoice[];
  return (
    <Card id="mails" title={t("mails.title")}>
      <p className="mb-4 text-ink-soft">{t("mails.intro")}</p>
      {isFamily && (
        <>
          <p className="mb-2">{t("mails.always")}</p>
          <ul className="mb-5 flex list-disc flex-col gap-1 pl-5">
            {alwaysSent.map((line) => (
              <li key={line}>{t(`mails.line.${line}`)}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mb-2">{t("mails.byChoice")}</p>
      <Form method="post" className="flex flex-col gap-4">
        <input type="hidden" name="intent" value={profileIntents.chooseMails} />
        {choices.map((choice) => (
          <Switch key={choice} name={choice} label={t(`mails.choice.${choice}`)} defaultChecked={mails[choice]} />
        ))}
        <div>
          <Button icon={Save}>{t("mails.save")}</Button>
        </div>
      </Form>
    </Card>
  );
}
