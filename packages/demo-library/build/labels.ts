/** The few words that a book says of itself, in its own language. */
export interface Labels {
  contents: string;
  page: string;
  pages: string;
  cover: string;
  landmarks: string;
  start: string;
  note: string;
  backToText: string;
  standIn: string;
  /** `gestures` belongs to books with videos: the figure in them does not sign. */
  summary: { heard: string; read: string; gestures: string };
}

const labels: Record<string, Labels> = {
  sv: {
    contents: "Innehåll",
    page: "Sida",
    pages: "Sidor",
    cover: "Omslag",
    landmarks: "Hitta i boken",
    start: "Början",
    note: "Fotnot",
    backToText: "Tillbaka till texten",
    standIn: "Platshållare: inga riktiga tecken",
    summary: {
      heard: "Hela texten läses upp av en datorröst och följs mening för mening. Alla bilder är beskrivna.",
      read: "Texten är inte inläst. Alla bilder är beskrivna.",
      gestures: "Figuren i filmerna gör rörelser, inga riktiga tecken.",
    },
  },
  en: {
    contents: "Contents",
    page: "Page",
    pages: "Pages",
    cover: "Cover",
    landmarks: "Find your way",
    start: "Beginning",
    note: "Footnote",
    backToText: "Back to the text",
    standIn: "Stand-in: not real signs",
    summary: {
      heard: "A computer voice reads the whole text, and the text follows along. All pictures are described.",
      read: "The text has no narration. All pictures are described.",
      gestures: "The figure in the videos makes gestures that are not real signs.",
    },
  },
  de: {
    contents: "Inhalt",
    page: "Seite",
    pages: "Seiten",
    cover: "Umschlag",
    landmarks: "Wegweiser",
    start: "Anfang",
    note: "Fußnote",
    backToText: "Zurück zum Text",
    standIn: "Platzhalter: keine echten Gebärden",
    summary: {
      heard: "Eine Computerstimme liest den ganzen Text, und der Text läuft mit. Alle Bilder sind beschrieben.",
      read: "Der Text ist nicht vertont. Alle Bilder sind beschrieben.",
      gestures: "Die Figur in den Videos macht Bewegungen, keine echten Gebärden.",
    },
  },
  fr: {
    contents: "Sommaire",
    page: "Page",
    pages: "Pages",
    cover: "Couverture",
    landmarks: "Repères",
    start: "Début",
    note: "Note",
    backToText: "Retour au texte",
    standIn: "Image provisoire : pas de vrais signes",
    summary: {
      heard:
        "Une voix de synthèse lit tout le texte, qui s’éclaire au fil de la lecture. Toutes les images sont décrites.",
      read: "Le texte n’est pas lu à voix haute. Toutes les images sont décrites.",
      gestures: "Le personnage des vidéos fait des gestes qui ne sont pas de vrais signes.",
    },
  },
  fi: {
    contents: "Sisällys",
    page: "Sivu",
    pages: "Sivut",
    cover: "Kansi",
    landmarks: "Kirjan kartta",
    start: "Alku",
    note: "Alaviite",
    backToText: "Takaisin tekstiin",
    standIn: "Paikanpitäjä: ei oikeita viittomia",
    summary: {
      heard: "Koneääni lukee koko tekstin, ja luettava kohta näkyy tekstissä. Kaikki kuvat on kuvailtu.",
      read: "Tekstillä ei ole lukijaa. Kaikki kuvat on kuvailtu.",
      gestures: "Videoiden hahmo tekee liikkeitä, jotka eivät ole oikeita viittomia.",
    },
  },
  nb: {
    contents: "Innhold",
    page: "Side",
    pages: "Sider",
    cover: "Omslag",
    landmarks: "Finn fram",
    start: "Begynnelsen",
    note: "Fotnote",
    backToText: "Tilbake til teksten",
    standIn: "Plassholder: ikke ekte tegn",
    summary: {
      heard: "En datastemme leser hele teksten, og teksten følger med. Alle bilder er beskrevet.",
      read: "Teksten er ikke lest inn. Alle bilder er beskrevet.",
      gestures: "Figuren i filmene gjør bevegelser som ikke er ekte tegn.",
    },
  },
  nl: {
    contents: "Inhoud",
    page: "Bladzijde",
    pages: "Bladzijden",
    cover: "Omslag",
    landmarks: "Wegwijzer",
    start: "Begin",
    note: "Voetnoot",
    backToText: "Terug naar de tekst",
    standIn: "Plaatsvervanger: geen echte gebaren",
    summary: {
      heard: "Een computerstem leest de hele tekst voor en de tekst loopt mee. Alle afbeeldingen zijn beschreven.",
      read: "De tekst is niet ingesproken. Alle afbeeldingen zijn beschreven.",
      gestures: "De figuur in de video’s maakt bewegingen die geen echte gebaren zijn.",
    },
  },
  ar: {
    contents: "المحتويات",
    page: "صفحة",
    pages: "الصفحات",
    cover: "الغلاف",
    landmarks: "دليل الكتاب",
    start: "البداية",
    note: "حاشية",
    backToText: "العودة إلى النص",
    standIn: "صورة مؤقتة: ليست إشارات حقيقية",
    summary: {
      heard: "يقرأ صوتٌ آليّ النصّ كلّه ويُضاء النصّ معه. كلّ الصور موصوفة.",
      read: "النصّ غير مقروء بصوت. كلّ الصور موصوفة.",
      gestures: "الشخصيّة في المقاطع المصوّرة تقوم بحركات ليست إشارات حقيقيّة.",
    },
  },
};

export const labelLanguages: readonly string[] = Object.keys(labels);

/** The labels of a language; English ones for a language that has none here. */
export function labelsFor(language: string): Labels {
  const found = labels[language] ?? labels.en;
  if (!found) throw new Error("the English labels are missing");
  return found;
}
