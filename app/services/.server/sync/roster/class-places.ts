import { createPackedTexts } from "./packed-texts";

/**
 * Class memberships of a whole municipality in compact form: numbers in typed arrays, sorted once, instead of an object per place. A
 * million places take 8 MB in addition to the ids, and about 50 MB where their records are kept.
 */
type ClassPlaces = {
  /**
   * Allowed only before `seal`.
   * @param record the place's own record, for `unread`; given for all places or for none
   */
  add(personId: string, groupId: string, role: ClassRole, record?: PlaceRecord): void;
  /** Allowed only before `seal`: makes the person known before they have a place. */
  addPerson(personId: string): void;
  hasPerson(personId: string): boolean;
  count(): number;
  /** Ends adding. */
  seal(): void;
  /** Allowed only after `seal`: the person's places without duplicates. */
  of(personId: string): { sourceId: string; role: ClassRole }[];
  /** Marks the person as read. False if it was marked before. */
  markRead(personId: string): boolean;
  /** Number of places of people who were never marked. */
  countUnread(): number;
  /** Allowed only after `seal`: places of people who were never marked, with their records, in the order of adding. */
  unread(): Iterable<{ personId: string; groupId: string; record: PlaceRecord }>;
};
/** `number`: of the record in its list, from 1. */
type PlaceRecord = { number: number; id: string };
export type ClassRole = "student" | "teacher";

export function createClassPlaces(): ClassPlaces {
  const people = new Map<string, number>();
  const groups = new Map<string, number>();
  const groupIds: string[] = [];
  /** Parallel arrays in the order of adding: the person's index, and the class's index times two, plus one for a teacher. */
  let owners = new Int32Array(1024);
  let places = new Int32Array(1024);
  let length = 0;
  /** Records in the order of adding: their numbers and ids. Empty if none are kept. */
  const records = { numbers: new Int32Array(0), ids: createPackedTexts() };
  let added: { owners: Int32Array; places: Int32Array } | null = null;
  /** After sorting by person: the index of each person's first place. */
  let starts = new Int32Array(0);
  let met = new Uint8Array(0);

  const numberIn = (map: Map<string, number>, id: string) => {
    const known = map.get(id);
    if (known !== undefined) return known;
    map.set(id, map.size);
    return map.size - 1;
  };

  return {
    add(personId, groupId, role, record) {
      if (length === owners.length) [owners, places] = [doubled(owners), doubled(places)];
      const group = numberIn(groups, groupId);
      groupIds[group] ??= groupId;
      owners[length] = numberIn(people, personId);
      places[length] = group * 2 + (role === "teacher" ? 1 : 0);
      if (record) {
        if (records.numbers.length < owners.length) records.numbers = enlarged(records.numbers, owners.length);
        records.numbers[length] = record.number;
        records.ids.add(record.id);
      }
      length += 1;
    },
    addPerson: (personId) => void numberIn(people, personId),
    hasPerson: (personId) => people.has(personId),
    count: () => length,
    seal() {
      if (records.ids.count() > 0) added = { owners, places };
      [starts, places] = sortedByOwner(owners.subarray(0, length), places, people.size);
      owners = new Int32Array(0);
      met = new Uint8Array(people.size);
    },
    of(personId) {
      const person = people.get(personId);
      if (person === undefined || person >= starts.length - 1) return [];
      const own = new Set(places.subarray(starts[person], starts[person + 1]));
      return [...own].map((place) => ({
        sourceId: groupIds[place >> 1] ?? "",
        role: place % 2 === 1 ? "teacher" : "student",
      }));
    },
    markRead(personId) {
      const person = people.get(personId);
      if (person === undefined) {
        people.set(personId, people.size);
        return true;
      }
      if (person >= met.length || met[person] === 1) return false;
      met[person] = 1;
      return true;
    },
    countUnread() {
      let unmet = 0;
      for (let person = 0; person < met.length; person += 1) {
        if (met[person] === 0) unmet += (starts[person + 1] ?? 0) - (starts[person] ?? 0);
      }
      return unmet;
    },
    *unread() {
      if (!added) return;
      const personIds = [...people.keys()];
      for (let index = 0; index < length; index += 1) {
        const owner = added.owners[index] ?? 0;
        if (met[owner] !== 0) continue;
        yield {
          personId: personIds[owner] ?? "",
          groupId: groupIds[(added.places[index] ?? 0) >> 1] ?? "",
          record: { number: records.numbers[index] ?? 0, id: records.ids.at(index) },
        };
      }
    },
  };
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  return enlarged(array, array.length * 2);
}

function enlarged(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}

function sortedByOwner(
  owners: Int32Array,
  values: Int32Array,
  count: number,
): [starts: Int32Array<ArrayBuffer>, sorted: Int32Array<ArrayBuffer>] {
  const starts = new Int32Array(count + 1);
  for (const owner of owners) starts[owner + 1] = (starts[owner + 1] ?? 0) + 1;
  for (let index = 0; index < count; index += 1) starts[index + 1] = (starts[index + 1] ?? 0) + (starts[index] ?? 0);
  const next = starts.slice();
  const sorted = new Int32Array(owners.length);
  owners.forEach((owner, index) => {
    const position = next[owner] ?? 0;
    sorted[position] = values[index] ?? 0;
    next[owner] = position + 1;
  });
  return [starts, sorted];
}
