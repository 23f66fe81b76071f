import { describe, expect, it } from "vitest";
import { makeLetterPassword } from "./first-passwords";

/** First passwords cannot be guessed or derived from one another. docs/security.md, line 22. */

const many = 20_000;
const made = Array.from({ length: many }, makeLetterPassword);
const letters = made.map((password) => password.replaceAll("-", ""));
const alphabet = [...new Set(letters.flatMap((each) => [...each]))];

describe("first passwords", () => {
  it("have at least 64 bits of entropy", () => {
    for (const password of made) expect(password).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(12 * Math.log2(alphabet.length)).toBeGreaterThanOrEqual(64);
  });

  it("are unique among 20,000", () => {
    expect(new Set(made).size).toBe(many);
  });

  it("have evenly distributed letters at every position, independent of the next letter", () => {
    const expected = many / alphabet.length;
    const unevenness = (seen: string[]) => {
      const counts = new Map(alphabet.map((letter) => [letter, 0]));
      for (const letter of seen) counts.set(letter, (counts.get(letter) ?? 0) + 1);
      return [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    };
    // Chi-squared test with one degree of freedom fewer than letters; a fair source exceeds this once in a hundred million runs.
    const bound = alphabet.length - 1 + 8 * Math.sqrt(2 * (alphabet.length - 1));
    const index = (letter: string | undefined) => alphabet.indexOf(String(letter));
    for (let place = 0; place < 12; place += 1) {
      expect(unevenness(letters.map((each) => String(each[place])))).toBeLessThan(bound);
      const steps = letters.map((each) => index(each[place]) - index(each[(place + 1) % 12]) + alphabet.length);
      expect(unevenness(steps.map((step) => String(alphabet[step % alphabet.length])))).toBeLessThan(bound);
    }
  });

  it("contain no easily confused characters (0, O, 1, l, I)", () => {
    expect(alphabet.filter((letter) => "0O1lI".includes(letter))).toEqual([]);
  });
});
