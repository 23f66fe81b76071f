import { useTranslation } from "react-i18next";
import { defaultRealm, realmRow } from "~/realms/realm";
import { maxSittings, type ReaderReading } from "~/services/contracts/reading-statistics";
import { useCalendarDay } from "~/shell/moment";
import { useShellData } from "~/shell/shell-data";
import { TableSection } from "~/ui/table-section";
import { readingLanguage } from "./reading-language";

/** One reader's reading by day, time, book, language and progress, latest first. */
export function Sittings({ sittings }: Pick<ReaderReading, "sittings">) {
  const { t, i18n } = useTranslation("reading");
  const day = useCalendarDay();
  const realm = useShellData()?.realm ?? defaultRealm;
  if (sittings.length === 0) return null;
  const { timeZone } = realmRow(realm);
  const time = new Intl.DateTimeFormat(i18n.language, { hour: "numeric", minute: "2-digit", timeZone });
  const languageOf = ({ language }: ReaderReading["sittings"][number]) => readingLanguage(language, i18n.language, t);
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" });
  return (
    <TableSection
      title={t("sittings")}
      columns={[
        {
          id: "day",
          header: t("day"),
          cell: (row) => (
            <>
              <time dateTime={row.day} className="whitespace-nowrap">
                {day(row.day)}
              </time>
              <span className="block font-normal text-14 text-ink-soft">
                {time.formatRange(new Date(row.firstAt), new Date(row.lastAt))}
              </span>
            </>
          ),
        },
        {
          id: "book",
          header: t("book"),
          cell: (row) => (
            <>
              {row.title}
              <span className="block text-14 text-ink-soft sm:hidden">{languageOf(row)}</span>
            </>
          ),
        },
        { id: "language", header: t("language"), from: "sm", cell: languageOf },
        { id: "minutes", header: t("totals.minutes"), align: "end", cell: (row) => row.minutes },
        { id: "far", header: t("howFar"), align: "end", from: "sm", cell: (row) => percent.format(row.percentage) },
      ]}
      rows={sittings}
      rowKey={(row) => `${row.day} ${row.bookId} ${row.language}`}
    >
      {sittings.length === maxSittings && <p className="mt-2 text-14 text-ink-soft">{t("sittingsCut")}</p>}
    </TableSection>
  );
}
