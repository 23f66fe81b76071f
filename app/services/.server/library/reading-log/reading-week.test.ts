import { expect, test } from "vitest";
import { weekOf } from "./reading-week";

const day = (date: string, seconds: number, books = ["a"]) => ({ day: date, seconds, books });

test("given daily reading times, then the week has minutes per day, distinct books and the streak of days", () => {
  const read = [
    day("2026-02-20", 6000),
    day("2026-02-27", 600, ["a", "b"]),
    day("2026-02-28", 3),
    day("2026-03-01", 300, ["b"]),
  ];
  const week = weekOf(read, "2026-03-01");
  expect(week).toMatchObject({ minutes: 15, books: 2, daysInARow: 3 });
  expect(week.days.map(({ minutes }) => minutes)).toEqual([0, 0, 0, 0, 10, 1, 5]);
  expect(week.days[0]?.day).toBe("2026-02-23");
});

test("given no reading today, then the streak continues; given a missed day before today, then it is broken", () => {
  expect(weekOf([day("2026-02-27", 60), day("2026-02-28", 60)], "2026-03-01").daysInARow).toBe(2);
  expect(weekOf([day("2026-02-27", 60)], "2026-03-01")).toMatchObject({ daysInARow: 0, minutes: 1 });
  expect(weekOf([], "2026-03-01")).toMatchObject({ minutes: 0, books: 0, daysInARow: 0 });
});
