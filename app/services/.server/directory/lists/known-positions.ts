import type { Database } from "~/db/.server/connect";
import type { OrganizationPosition } from "~/services/.server/directory/access";
import { findPositions, type Organization } from "~/services/.server/directory/organizations/organizations-store";
import type { Caller } from "~/services/.server/endpoint";

/**
 * Where organisations stand in the tree, for one request: a page that shows the organisations to choose from and then the
 * people of one of them asks once. A Caller lives as long as its request, and so does what is known here.
 */

const known = new WeakMap<Caller, Map<string, OrganizationPosition>>();

/** Keeps what reading organisations has just told. */
export function rememberPositions(caller: Caller, organizations: Organization[]): void {
  const positions = known.get(caller) ?? new Map<string, OrganizationPosition>();
  for (const { uid, id, above, status } of organizations) if (status !== "deleted") positions.set(uid, { id, above });
  known.set(caller, positions);
}

/** Where organisations last stood, by realm and uid, the latest asked last: a guess for the next who asks, and never believed. */
const lastStood = new Map<string, OrganizationPosition>();

const mostGuesses = 10_000;

/**
 * Asks something of an organisation, by where it stands. What it was the last time is taken for a guess, so that `ask` goes to the
 * database together with the question where it stands now; an answer that was asked by a wrong guess is thrown away, and asked anew.
 * @param ask has no effect of its own: it may be called twice, and its first answer, or what it throws, may be ignored
 * @returns null for no organisation, for another realm's and for a deleted one
 */
export async function askAtPosition<Answer>(
  database: Database,
  caller: Caller,
  uid: string,
  ask: (position: OrganizationPosition) => Promise<Answer>,
): Promise<Answer | null> {
  const found = known.get(caller)?.get(uid);
  if (found) return ask(found);
  const key = `${caller.realm} ${uid}`;
  const guess = lastStood.get(key);
  const finding = findPositions(database, caller.realm, [uid]);
  const guessed = guess && ask(guess);
  // It is heard below, where the guess was right; elsewhere it is nobody's.
  guessed?.catch(() => {});
  const [position] = await finding;
  lastStood.delete(key);
  if (!position) return null;
  keepGuess(key, position);
  return guessed && isSame(guess, position) ? guessed : ask(position);
}

function keepGuess(key: string, { id, above }: OrganizationPosition): void {
  lastStood.set(key, { id, above });
  const [oldest] = lastStood.keys();
  if (lastStood.size > mostGuesses && oldest !== undefined) lastStood.delete(oldest);
}

function isSame(one: OrganizationPosition, other: OrganizationPosition): boolean {
  return (
    one.id === other.id && one.above.length === other.above.length && one.above.every((id) => other.above.includes(id))
  );
}
