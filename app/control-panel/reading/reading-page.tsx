import { useTranslation } from "react-i18next";
import { OwnerFrame } from "~/control-panel/owners/owner-frame";
import { ReadingFigures } from "~/reading-statistics/reading-figures";
import { Sittings } from "~/reading-statistics/sittings";
import type { GroupReading } from "~/services/contracts/reading-statistics";
import { useDay } from "~/shell/moment";
import { TableSection } from "~/ui/table-section";
import type { OwnerReadingData } from "./reading.server";

/** Reading statistics of a pupil, a class or a school. */
export function ReadingPage({ owner, days, reading }: OwnerReadingData) {
  const { t } = useTranslation("reading");
  const { byReader, sittings } = reading;
  const pupils = byReader?.length ?? null;
  const isOfMany = owner.kind === "groups" || owner.kind === "organizations";
  return (
    <OwnerFrame owner={owner} current="reading" title={t("title")}>
      <ReadingFigures {...{ reading, days, pupils, isOfMany }}>
        {byReader && byReader.length > 0 && <Readers byReader={byReader} days={days} />}
        {sittings && <Sittings sittings={sittings} />}
      </ReadingFigures>
    </OwnerFrame>
  );
}

/** Pupils of a class sorted by name, not by performance, to avoid a ranking. */
function Readers({ byReader, days }: Pick<GroupReading, "byReader"> & { days: number }) {
  const { t } = useTranslation("reading");
  const day = useDay();
  return (
    <TableSection
      title={t("byReader")}
      columns={[
        { id: "pupil", header: t("pupil"), cell: (row) => row.name },
        { id: "minutes", header: t("totals.minutes"), align: "end", cell: (row) => row.minutes },
        { id: "books", header: t("totals.books"), align: "end", cell: (row) => row.books },
        { id: "days", header: t("totals.days"), align: "end", from: "sm", cell: (row) => row.days },
        {
          id: "last",
          header: t("lastRead"),
          from: "md",
          cell: (row) => (row.lastAt ? <time dateTime={row.lastAt}>{day(row.lastAt)}</time> : t("never")),
        },
      ]}
      rows={byReader}
      rowKey={(row) => row.uid}
      rowHref={(row) => `/controlpanel/students/${row.uid}/reading?days=${days}`}
    />
  );
}
