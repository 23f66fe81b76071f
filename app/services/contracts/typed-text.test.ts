import { describe, expect, it } from "vitest";
import { groupCodeField } from "./account";
import { readBadge } from "./badge";
import { readCardNumber, readCardPin } from "./library-card";
import { personFields } from "./person-fields";
import { searchText } from "./search-text";
import { readOneTimeCode, readUsername, typedUsernameField } from "./typed-text";

/** Characters that come along with copied text: zero-width space, word joiner, byte order mark, soft hyphen. */
const unseen = ["\u200B", "\u2060", "\uFEFF", "\u00AD"];

/** The text with all of them before, within and behind it. */
function pasted(text: string): string {
  const all = unseen.join("");
  return `${all}${text.slice(0, 2)}${all}${text.slice(2)}${all} `;
}

describe("characters that nobody sees are dropped", () => {
  it("from a username, where one is typed and where one is chosen", () => {
    expect(readUsername(pasted("ann.lee"))).toBe("ann.lee");
    expect(typedUsernameField.parse(pasted("ann.lee"))).toBe("ann.lee");
    expect(personFields("se").username.parse(pasted("ann.lee"))).toBe("ann.lee");
  });

  it("from a username also joiners, and where it is only typed everything that is not displayed", () => {
    expect(readUsername("ann\u200D.le\u200Ce")).toBe("ann.lee");
    expect(typedUsernameField.parse("ann\u200D.lee\u034F\uFE0F\u200E\u202E\u2066\u061C\u180E")).toBe("ann.lee");
  });

  it("from names and e-mail addresses", () => {
    const { name, email, firstName } = personFields("se");
    expect(name.parse(pasted("Ann Lee"))).toBe("Ann Lee");
    expect(firstName.parse(pasted("Ann"))).toBe("Ann");
    expect(email.parse(pasted("ann@school.example"))).toBe("ann@school.example");
  });

  it("from searches, codes of groups, badges, cards and second factors", () => {
    expect(searchText.parse(pasted("ann lee")).trim()).toBe("ann lee");
    expect(groupCodeField.parse(pasted("abcd"))).toBe("ABCD");
    const badge = "0123456789ABCDEFGHJKMNPQRS";
    expect(readBadge(pasted(badge))).toBe(badge);
    expect(readCardNumber(pasted("1002003001"))).toBe("1002003001");
    expect(readCardPin(pasted("2468"))).toBe("2468");
    expect(readOneTimeCode(pasted("123 456"))).toBe("123456");
  });

  it("and a username of nothing else is missing", () => {
    const { error } = typedUsernameField.safeParse(unseen.join(""));
    expect(error?.issues.map(({ message }) => message)).toEqual(["Mandatory"]);
  });

  it("but not joiners, which Persian and Indian scripts need", () => {
    expect(personFields("se").name.parse("می\u200Cخواهم")).toBe("می\u200Cخواهم");
  });
});
