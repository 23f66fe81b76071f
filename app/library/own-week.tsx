import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { ReadingWeek } from "~/services/contracts/reading-log";

/** Bar heights in px: of the longest day, and of a day without reading. */
const longest = 48;
const shortest = 4;

/** The user's own reading week, without comparison to others. docs/product/reader.md#reading-log. */
export function OwnWeek({ week }: { week: ReadingWeek }) {
  const { t } = useTranslation("library");
  const titleId = useId();
  const facts = [t("week.minutes", { count: week.minutes }), t("week.books", { count: week.books })];
  if (week.daysInARow > 1) facts.push(t("week.daysInARow", { count: week.daysInARow }));
  return (
    <section
      aria-labelledby={titleId}
      className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-raised p-4 sm:p-6"
    >
      <div>
        <h2 id={titleId} className="text-18 font-semibold sm:text-22">
          {t("week.title")}
        </h2>
        <p className="mt-1 text-ink-soft">{facts.join(" · ")}</p>
      </div>
      <WeekBars days={week.days} />
    </section>
  );
}

/** A bar for each of the last seven days. Uses the `library` translations. */
export function WeekBars({ days }: Pick<ReadingWeek, "days">) {
  const { t, i18n } = useTranslation("library");
  const most = Math.max(...days.map(({ minutes }) => minutes), 1);
  const nameOf = (day: string, weekday: "narrow" | "long") =>
    new Intl.DateTimeFormat(i18n.language, { weekday, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
  return (
    <ul className="flex items-end gap-2">
      {days.map(({ day, minutes }) => (
        <li key={day} className="flex flex-col items-center gap-1 text-14 text-ink-soft">
          <span className="sr-only">{t("week.day", { day: nameOf(day, "long"), count: minutes })}</span>
          <svg aria-hidden="true" width="24" height={longest}>
            <Bar
              height={minutes === 0 ? shortest : Math.max(8, Math.round((minutes / most) * longest))}
              isRead={minutes > 0}
            />
          </svg>
          <span aria-hidden="true">{nameOf(day, "narrow")}</span>
        </li>
      ))}
    </ul>
  );
}

function Bar({ height, isRead }: { height: number; isRead: boolean }) {
  const radius = Math.min(6, height / 2);
  return (
    <rect
      y={longest - height}
      width="24"
      height={height}
      rx={radius}
      className={isRead ? "fill-primary" : "fill-line"}
    />
  );
}
