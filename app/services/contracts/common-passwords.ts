/**
 * The most frequently guessed passwords in the languages of our realms, and the usual patterns: keyboard runs, one repeated character,
 * counting, a common word with a year. docs/security.md, line 23. Safe in the browser.
 */
const words = `password passwort passord salasana wachtwoord losenord motdepasse mot2passe hemligt hemlig geheim
qwerty qwertz azerty qwertyuiop asdfghjkl asdfgh zxcvbnm zxcvbn 1q2w3e4r 1qaz2wsx qazwsx abcdef abcdefgh abc
welcome willkommen valkommen velkommen tervetuloa bienvenue welkom hallo hello hejhej heisann bonjour hallihallo
iloveyou ichliebedich jetaime jagalskardig jegelskerdeg minarakastansinua ikhouvanjou
sunshine princess prinsessa prinzessin prinses princesse dragon football fotball fotboll fussball jalkapallo voetbal baseball
superman batman pokemon minecraft fortnite monkey master shadow letmein admin administrator administrateur root
school schule skola skole koulu ecole student elev eleve schueler schuler leerling oppilas teacher larare laerer lehrer
opettaja professeur docent summer sommar sommer sommer2 kesa zomer winter vinter talvi hiver spring autumn hockey
charlie michael jordan jennifer thomas daniel andrea nicole chocolate choklad schokolade computer internet starwars
trustno1 whatever freedom secret default changeme passw0rd pass demo test testtest fabel`.split(/\s+/);

const common = new Set(words);

const runs = ["qwertyuiopåasdfghjklöäzxcvbnm", "qwertzuiopüasdfghjklöäyxcvbnm", "azertyuiopqsdfghjklmwxcvbn"].flatMap(
  (row) => [row, [...row].reverse().join("")],
);
const counting = ["01234567890123456789", "98765432109876543210", "abcdefghijklmnopqrstuvwxyzåäö"];

/** Whether a password is among the first ones an attacker guesses. Case, accents and a number at either end make no difference. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  if (new Set(text).size <= 2) return true;
  if ([...runs, ...counting].some((run) => run.includes(text))) return true;
  return spellings(password).some((form) => {
    const core = form.replace(/^[^a-z]+|[^a-z]+$/g, "");
    return common.has(form) || common.has(core) || core === "" || isRepeated(form);
  });
}

/** A text in lower case without accents, as it stands and with digits and signs read as the letters that they replace. */
export function spellings(text: string): [plain: string, bare: string] {
  const plain = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "");
  const bare = plain
    .replace(/[@4]/g, "a")
    .replace(/[$5]/g, "s")
    .replace(/0/g, "o")
    .replace(/3/g, "e")
    .replace(/[1!](?=[a-z])/g, "i");
  return [plain, bare];
}

/** Repetitions of 1 to 4 characters: `abcabcabc`. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/.test(text);
}
