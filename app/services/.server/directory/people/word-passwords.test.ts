import { describe, expect, it } from "vitest";
import { isCommonPassword } from "~/services/contracts/common-passwords";
import { childrensWords, makeWordPassword } from "./word-passwords";

/** Passwords of words that children can read and type. */

const countries = Object.keys(childrensWords) as Array<keyof typeof childrensWords>;

/** Words that are unsuitable on a child's password slip, in any of the languages. */
const unfortunate =
  "kill dead die hate gun war pig cow rat ass arse sex hell damn fat ugly stupid dumm tot krieg blut sau esel nazi doed drep krig idiot feit feig dum dod kuolla tyhma sika mort tuer guerre sang cochon sot dood moord oorlog varken dom beaver nut zaad pruim muna abricot pflaume mus torsk flasche krebs doos kwast fluit chaud potet bolle pilli keppi".split(
    " ",
  );
/** Words that can be read as a remark on a child's body or skin, above all before the name of an animal. */
const ofBodies =
  "big giant tiny small round brown white black yellow rund braun weiss schwarz gelb winzig rond bruin wit zwart geel klein groot grand petit marron noir blanc jaune stor liten brun vit svart gul hvit iso pieni ruskea musta valkoinen whale wal walvis baleine hval".split(
    " ",
  );

describe.each(countries)("the password words of %s", (realm) => {
  const words = childrensWords[realm];

  it("are at least 230 unique words of three to eight lower-case letters", () => {
    expect(words.length).toBeGreaterThanOrEqual(230);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).toMatch(/^[a-z]{3,8}$/);
  });

  it("contain no unsuitable word", () => {
    expect(words.filter((word) => unfortunate.includes(word) || ofBodies.includes(word))).toEqual([]);
  });

  it("make uncommon passwords of three words, with at least 23 bits", () => {
    for (let made = 0; made < 500; made += 1) {
      const password = makeWordPassword(realm);
      expect(password).toMatch(/^[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/);
      expect(isCommonPassword(password)).toBe(false);
    }
    expect(3 * Math.log2(words.length)).toBeGreaterThanOrEqual(23);
  });
});
