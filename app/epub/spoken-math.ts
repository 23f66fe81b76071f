import { childElements, localNameOf } from "./xml";

/** What is said for the parts of a formula that have no letter of their own, by primary language. */
type MathWords = {
  over: string;
  power: string;
  squared: string;
  cubed: string;
  index: string;
  root: string;
  /** Of another degree, which follows. */
  rootOf: string;
  from: string;
  to: string;
  signs: Readonly<Record<string, string>>;
};

function signs(
  plus: string,
  minus: string,
  times: string,
  equals: string,
  over: string,
  less: string,
  greater: string,
) {
  return {
    "+": plus,
    "−": minus,
    "-": minus,
    "×": times,
    "·": times,
    "⋅": times,
    "*": times,
    "=": equals,
    "÷": over,
    "<": less,
    ">": greater,
  };
}

/** For languages without words here. */
const symbols: MathWords = {
  over: "/",
  power: "^",
  squared: "²",
  cubed: "³",
  index: "",
  root: "√",
  rootOf: "√",
  from: "",
  to: "–",
  signs: {},
};

const english: MathWords = {
  over: "over",
  power: "to the power of",
  squared: "squared",
  cubed: "cubed",
  index: "sub",
  root: "the square root of",
  rootOf: "the root of degree",
  from: "from",
  to: "to",
  signs: signs("plus", "minus", "times", "equals", "divided by", "is less than", "is greater than"),
};

const norwegian: MathWords = {
  over: "over",
  power: "opphøyd i",
  squared: "i andre",
  cubed: "i tredje",
  index: "indeks",
  root: "kvadratroten av",
  rootOf: "roten av grad",
  from: "fra",
  to: "til",
  signs: signs("pluss", "minus", "ganger", "er lik", "delt på", "er mindre enn", "er større enn"),
};

const mathWords: Readonly<Record<string, MathWords>> = {
  en: english,
  nb: norwegian,
  no: norwegian,
  sv: {
    over: "genom",
    power: "upphöjt till",
    squared: "i kvadrat",
    cubed: "i kubik",
    index: "index",
    root: "roten ur",
    rootOf: "roten av grad",
    from: "från",
    to: "till",
    signs: signs("plus", "minus", "gånger", "är lika med", "delat med", "är mindre än", "är större än"),
  },
  de: {
    over: "durch",
    power: "hoch",
    squared: "zum Quadrat",
    cubed: "hoch drei",
    index: "Index",
    root: "die Wurzel aus",
    rootOf: "die Wurzel vom Grad",
    from: "von",
    to: "bis",
    signs: signs("plus", "minus", "mal", "gleich", "geteilt durch", "ist kleiner als", "ist größer als"),
  },
  fr: {
    over: "sur",
    power: "puissance",
    squared: "au carré",
    cubed: "au cube",
    index: "indice",
    root: "racine carrée de",
    rootOf: "racine de degré",
    from: "de",
    to: "à",
    signs: signs("plus", "moins", "fois", "égale", "divisé par", "est inférieur à", "est supérieur à"),
  },
  nl: {
    over: "gedeeld door",
    power: "tot de macht",
    squared: "in het kwadraat",
    cubed: "tot de derde macht",
    index: "index",
    root: "de wortel van",
    rootOf: "de wortel van graad",
    from: "van",
    to: "tot",
    signs: signs("plus", "min", "keer", "is gelijk aan", "gedeeld door", "is kleiner dan", "is groter dan"),
  },
  fi: {
    over: "jaettuna",
    power: "potenssiin",
    squared: "toiseen",
    cubed: "kolmanteen",
    index: "alaindeksi",
    root: "neliöjuuri",
    rootOf: "juuri, asteluku",
    from: "alkaen",
    to: "päättyen",
    signs: signs("plus", "miinus", "kertaa", "on yhtä kuin", "jaettuna", "on pienempi kuin", "on suurempi kuin"),
  },
};

const silent = new Set(["annotation", "annotation-xml", "mphantom", "mspace", "none", "mprescripts"]);
/** Operators without a sound: function application, invisible times, separator and plus. */
const invisible = /[\u2061-\u2064]/g;

/**
 * A formula as it is read aloud: its `alttext`, else its parts in order, in words of the language.
 * @param language of the book; one without words here has the signs as they are written
 */
export function spokenMath(math: Element, language: string): string {
  const alternative = math.getAttribute("alttext")?.trim();
  if (alternative) return alternative;
  const words = mathWords[language.toLowerCase().split(/[-_]/)[0] ?? ""] ?? symbols;
  return said(math, words).replace(/\s+/g, " ").trim();
}

function said(element: Element, words: MathWords): string {
  const name = localNameOf(element).toLowerCase();
  if (silent.has(name)) return "";
  const children = childElements(element);
  if (children.length === 0) {
    const text = (element.textContent ?? "").replace(invisible, "").trim();
    return name === "mo" ? (words.signs[text] ?? text) : text;
  }
  const parts = children.map((child) => said(child, words));
  const [base = "", second = "", third = ""] = parts;
  switch (name) {
    case "mfrac":
      return `${base} ${words.over} ${second}`;
    case "msqrt":
      return `${words.root} ${parts.join(" ")}`;
    case "mroot":
      return `${words.rootOf} ${second}: ${base}`;
    case "msup":
      return `${base} ${power(second, words)}`;
    case "msub":
      return `${base} ${words.index} ${second}`;
    case "msubsup":
      return `${base} ${words.index} ${second} ${power(third, words)}`;
    case "munderover":
      return `${base} ${words.from} ${second} ${words.to} ${third}`;
    case "mtr":
      return `${parts.join(", ")};`;
    default:
      return parts.join(" ");
  }
}

function power(exponent: string, words: MathWords): string {
  if (exponent === "2") return words.squared;
  if (exponent === "3") return words.cubed;
  // Primes are read as they are.
  return /^[′″‴']/.test(exponent) ? exponent : `${words.power} ${exponent}`;
}
