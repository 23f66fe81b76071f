import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { addDays, dayIn, type Realm } from "~/realms/realm";
import { findFamily } from "~/services/.server/directory/people/families";
import { listOwnProfiles } from "~/services/.server/directory/people/family-profiles";
import { findPupilsOfGuardian } from "~/services/.server/directory/people/pupils";
import { noProfile } from "~/services/.server/directory/people/reader-profile";
import { queueMail } from "~/services/.server/mail/queue-mail";
import type { MailReading } from "~/services/contracts/mail-table";
import { findReading, readersBy } from "./reading-statistics";

/** Weekly mails about children's reading, to parents and guardians who asked for them. */

/** Days after a week's end in which its note is still written, if the work of a night did not run. */
const lateDays = 3;

/** A parent or guardian; `id` as the directory's tables have it. */
export type NoteReader = { uid: string; id: number };

type Child = { name: string; uid: string; profileId: string };

/**
 * Writes the notes about the last whole week, Monday to Sunday; run every night. A person gets one a week, and none for a week without
 * reading.
 * @param people who want one
 */
export async function writeReadingNotes(
  database: Database,
  realm: Realm,
  people: readonly NoteReader[],
  now: Date,
): Promise<void> {
  const until = lastSunday(dayIn(realm, now));
  if (addDays(until, lateDays) < dayIn(realm, now)) return;
  const week = { from: addDays(until, -6), to: until };
  for (const person of people) {
    const children = await childrenOf(database, realm, person);
    const reading = await Promise.all(children.map((child) => readingOf(database, realm, child, week)));
    if (reading.every(({ minutes }) => minutes === 0)) continue;
    const values = { from: { day: week.from }, until: { day: until }, children: { reading } };
    const mail = {
      realm,
      kind: "reading-week" as const,
      key: `${person.uid} ${until}`,
      to: { uid: person.uid },
      values,
    };
    await inTransaction(database, (transaction) => queueMail(transaction, mail));
  }
}

/** The last Sunday before a day. @param day ISO 8601 */
export function lastSunday(day: string): string {
  return addDays(day, -(new Date(day).getUTCDay() || 7));
}

async function childrenOf(database: Database, realm: Realm, { uid, id }: NoteReader): Promise<Child[]> {
  if (await findFamily(database, realm, { uid })) {
    const profiles = await listOwnProfiles(database, { realm, uid });
    return profiles.map((profile) => ({ name: profile.name, uid, profileId: profile.id }));
  }
  const pupils = await findPupilsOfGuardian(database, realm, id);
  return pupils.map((pupil) => ({ ...pupil, profileId: noProfile }));
}

async function readingOf(
  database: Database,
  realm: Realm,
  { name, uid, profileId }: Child,
  week: { from: string; to: string },
): Promise<MailReading["reading"][number]> {
  const { minutes, days, books } = await findReading(database, readersBy(realm, [uid], profileId), week);
  return { name, minutes, days, books };
}
