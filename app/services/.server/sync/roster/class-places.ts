/**
 * Class memberships of a whole municipality in compact form: numbers in typed arrays, sorted once, instead of an object per place. A
 * million places take 8 MB in addition to the ids.
 */
type ClassPlaces = {
  /** Allowed only before `seal`. */
  add(personId: string, groupId: string, role: ClassRole): void;
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
};
export type ClassRole = "student" | "teacher";

export function createClassPlaces(): ClassPlaces {
  const people = new Map<string, number>();
  const groups = new Map<string, number>();
  const groupIds: string[] = [];
  /** Parallel arrays in the order of adding: the person's index, and the class's index times two, plus one for a teacher. */
  let owners = new Int32Array(1024);
  let places = new Int32Array(1024);
  let length = 0;
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
    add(personId, groupId, role) {
      if (length === owners.length) [owners, places] = [doubled(owners), doubled(places)];
      const group = numberIn(groups, groupId);
      groupIds[group] ??= groupId;
      owners[length] = numberIn(people, personId);
      places[length] = group * 2 + (role === "teacher" ? 1 : 0);
      length += 1;
    },
    addPerson: (personId) => void numberIn(people, personId),
    hasPerson: (personId) => people.has(personId),
    count: () => length,
    seal() {
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
  };
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
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
