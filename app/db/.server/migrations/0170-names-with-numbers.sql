-- The country's alphabet with numbers by what they count: class 2 before class 10. Lists are grouped in it.

create collation directory.alphabet_de (provider = icu, locale = 'de-u-kn-true');
create collation directory.alphabet_fi (provider = icu, locale = 'fi-u-kn-true');
create collation directory.alphabet_fr (provider = icu, locale = 'fr-u-kn-true');
create collation directory.alphabet_nl (provider = icu, locale = 'nl-u-kn-true');
create collation directory.alphabet_no (provider = icu, locale = 'nb-u-kn-true');
create collation directory.alphabet_se (provider = icu, locale = 'sv-u-kn-true');
create collation directory.alphabet_uk (provider = icu, locale = 'en-u-kn-true');
create collation directory.alphabet_us (provider = icu, locale = 'en-u-kn-true');
