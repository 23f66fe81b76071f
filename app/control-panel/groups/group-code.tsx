import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Remove } from "~/control-panel/people/person-cards";
import { defaultRealm, realmRow } from "~/realms/realm";
import { groupCodeDays } from "~/services/contracts/group-codes";
import { useMoment } from "~/shell/moment";
import { useShellData } from "~/shell/shell-data";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { KeyRound, RotateCw } from "~/ui/icons";
import { groupIntents } from "./group-fields";
import type { Word } from "./group-form";
import type { GroupSettingsData } from "./groups.server";

type GroupCodeProps = Pick<GroupSettingsData, "joined" | "joinAddress"> & {
  code: NonNullable<GroupSettingsData["code"]>;
  kind: Word;
};

/** Join code of a group, its expiry, and the pupils who joined with it. docs/product/choices.md#group-codes. */
export function GroupCode({ code: { value: code, expiresAt }, joined, joinAddress, kind }: GroupCodeProps) {
  const { t } = useTranslation("control-panel");
  return (
    <Card title={t(`groups.${kind}.code`)} id="code">
      <p className="mb-3 text-14 text-ink-soft">{t(`groups.${kind}.codeHint`, { address: joinAddress })}</p>
      {code && (
        <p className="mb-3">
          <code className="block select-all font-bold text-22 tracking-widest">{code}</code>
          <Expiry expiresAt={expiresAt} />
        </p>
      )}
      <Form method="post" className="flex flex-wrap gap-3">
        {code && (
          <Button name="intent" value={groupIntents.renewCode} icon={RotateCw}>
            {t("groups.renewCode", { days: groupCodeDays })}
          </Button>
        )}
        {!code && (
          <Button name="intent" value={groupIntents.newCode} icon={KeyRound}>
            {t("groups.makeCode")}
          </Button>
        )}
      </Form>
      {code && (
        <Disclosure title={t("groups.changeCode")}>
          <p className="mb-2 text-14 text-ink-soft">{t("groups.changeCodeText")}</p>
          <Form method="post" className="flex flex-wrap gap-3">
            <Button name="intent" value={groupIntents.newCode} icon={KeyRound}>
              {t("groups.newCode")}
            </Button>
            <Button name="intent" value={groupIntents.removeCode} variant="danger">
              {t("groups.noCode")}
            </Button>
          </Form>
        </Disclosure>
      )}
      {(code || joined.length > 0) && <Joined joined={joined} />}
    </Card>
  );
}

function Expiry({ expiresAt }: { expiresAt: string | null }) {
  const { t } = useTranslation("control-panel");
  const { timeZone } = realmRow(useShellData()?.realm ?? defaultRealm);
  const isValid = expiresAt !== null && Date.parse(expiresAt) > Date.now();
  if (!isValid) return <span className="font-semibold text-14 text-error">{t("groups.codeExpired")}</span>;
  const formatParams = { date: { dateStyle: "long", timeZone } };
  return (
    <span className="text-14 text-ink-soft">{t("groups.codeValid", { date: new Date(expiresAt), formatParams })}</span>
  );
}

function Joined({ joined }: { joined: GroupSettingsData["joined"] }) {
  const { t } = useTranslation("control-panel");
  const formatMoment = useMoment();
  return (
    <section className="mt-4 border-line border-t pt-4">
      <h3 className="font-semibold text-16">{t("groups.joined")}</h3>
      {joined.length === 0 ? (
        <p className="text-14 text-ink-soft">{t("groups.noneJoined")}</p>
      ) : (
        <ul className="scrolls-y max-h-96 [--ground:var(--raised)]">
          {joined.map(({ id, name, joinedAt, removable }) => (
            <li key={id} className="flex min-h-11 items-center justify-between gap-3 border-line border-b py-1">
              <Link to={`/controlpanel/students/${id}`} className="min-w-0 hover:text-primary">
                <span className="block break-words font-semibold">{name}</span>
                <time dateTime={joinedAt} className="block text-14 text-ink-soft">
                  {formatMoment(joinedAt)}
                </time>
              </Link>
              {removable && (
                <Remove id={id} name={name} intent={groupIntents.removeMember} verb={t("relatives.remove")} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
