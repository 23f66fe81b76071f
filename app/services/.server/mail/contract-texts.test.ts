import { expect, test } from "vitest";
import { sampleMails } from "#tests/support/sample-mails";
import type { LegalFacts } from "~/realms/legal-text";
import { realmRow, realms } from "~/realms/realm";
import { contractTextsOf } from "./contract-texts";
import { mailTextsOf } from "./mail-texts";
import { type MailValues, writeMail } from "./write-mail";

const facts: LegalFacts = {
  ...{ name: "Books Ltd & Co", address: "1 High Street", email: "help@books.example", phone: "+44 1" },
  ...{ register: null, vatNumber: null, mediator: "The mediator, mediator.example", controller: "Books Ltd" },
};

test.each(realms)(
  "in %s the first receipt holds the terms and the form of withdrawal, without notes for the lawyer",
  (realm) => {
    const { locale } = realmRow(realm);
    const texts = contractTextsOf(realm, facts);
    expect(texts.map(({ blocks }) => blocks.length > 5)).toEqual([true, true]);
    const origin = `https://${realm}.example`;
    const values = {
      ...mailTextsOf(sampleMails["payment-receipt"], { realm, locale }),
      ...{ name: "Åsa", page: origin, terms: origin, withdrawal: origin, family: "", member: null },
    } as MailValues["payment-receipt"];
    const { text, html } = writeMail("payment-receipt", { realm, locale, appendix: { texts, origin } }, values);
    for (const { title, version, blocks } of texts) {
      expect(text).toContain(`${title} (${version})`);
      expect(html).toContain(`${title} (${version})</h2>`);
      const headings = blocks.flatMap((block) => (block.kind === "heading" ? [block.text] : []));
      expect(headings.filter((heading) => !text.includes(heading))).toEqual([]);
    }
    expect(text).toContain("Books Ltd & Co");
    expect(html).toContain("Books Ltd &amp; Co");
    expect(text).toContain(`(${origin}/`);
    const notes = texts.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "note" ? block.parts : [])));
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.filter(({ text: note }) => text.includes(note))).toEqual([]);
  },
);

test("while a fact is missing, no half text is sent", () => {
  expect(contractTextsOf("fr", { ...facts, address: null })).toEqual([]);
});
