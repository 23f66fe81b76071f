import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

/** Share of the processors' time from which on a machine counts as busy with other work. */
export const busyShare = 0.25;

/** Share of the processors' time, 0 to 1, that all programs use in a second in which this one only waits. */
export async function shareInUse() {
  const before = processorTimes();
  await wait(1000);
  const after = processorTimes();
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
}

function processorTimes() {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.flatMap((each) => Object.values(each)).reduce((sum, value) => sum + value, 0);
  return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) };
}
