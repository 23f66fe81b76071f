import { type Realm, realms } from "~/realms/realm";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { AddAssignment, SeededSubmission } from "~/services/.server/submissions/seed-assignment";
import type { Answers, AuthoredExercise } from "~/services/contracts/submissions";

/** Demo assignments in the class of each realm's teacher, so that no screen of the demo is empty. */

type Words = {
  book: string;
  first: { title: string; description: string; question: string; teller: string; tellers: [string, string] };
  think: { title: string; description: string };
  reference: string;
  letter: { title: string; description: string; question: string; begun: string; comment: string };
  quiz: { title: string; question: string; animals: [string, string, string] };
  answers: [string, string, string];
};

const english: Words = {
  book: "the-clock-mender",
  first: {
    title: "The first chapter",
    description: "Read the chapter first. Then answer in your own words.",
    question: "What happens at the beginning of the book?",
    teller: "Who tells the story?",
    tellers: ["The main character", "Somebody else"],
  },
  think: { title: "Think about it", description: "What would you have done?" },
  reference: "More about reading aloud",
  letter: {
    title: "A letter to the main character",
    description: "Write a short letter.",
    question: "Write your letter here.",
    begun: "Hello! Why did you take the clock apart?",
    comment: "Good start! Tell me more about why you ask this.",
  },
  quiz: {
    title: "Hopp: did you read closely?",
    question: "Which animal is the book about?",
    animals: ["A frog", "A horse", "A fish"],
  },
  answers: [
    "Somebody brings a clock that has stopped.",
    "The shop is quiet until the bell rings.",
    "At first it is calm and then something happens.",
  ],
};

const wordsOf: Record<Realm, Words> = {
  de: {
    book: "die-brieftaube",
    first: {
      title: "Das erste Kapitel",
      description: "Lies zuerst das Kapitel. Antworte dann in eigenen Worten.",
      question: "Was geschieht am Anfang des Buches?",
      teller: "Wer erzählt die Geschichte?",
      tellers: ["Die Hauptfigur", "Jemand anderes"],
    },
    think: { title: "Denk nach", description: "Was hättest du getan?" },
    reference: "Mehr über das Vorlesen",
    letter: {
      title: "Ein Brief an die Hauptfigur",
      description: "Schreib einen kurzen Brief.",
      question: "Schreib deinen Brief hier.",
      begun: "Hallo! Warum hast du die Taube behalten?",
      comment: "Guter Anfang! Erzähl mehr darüber, warum du das fragst.",
    },
    quiz: {
      title: "Hopp: Hast du genau gelesen?",
      question: "Von welchem Tier handelt das Buch?",
      animals: ["Von einem Frosch", "Von einem Pferd", "Von einem Fisch"],
    },
    answers: [
      "Eine Taube kommt mit einem Brief.",
      "Sie finden eine Taube und pflegen sie.",
      "Zuerst ist es ruhig, dann passiert etwas.",
    ],
  },
  fi: {
    book: "talvimaja",
    first: {
      title: "Ensimmäinen luku",
      description: "Lue ensin luku. Vastaa sitten omin sanoin.",
      question: "Mitä kirjan alussa tapahtuu?",
      teller: "Kuka kertoo tarinan?",
      tellers: ["Päähenkilö", "Joku muu"],
    },
    think: { title: "Mieti", description: "Mitä sinä olisit tehnyt?" },
    reference: "Lue lisää ääneen lukemisesta",
    letter: {
      title: "Kirje päähenkilölle",
      description: "Kirjoita lyhyt kirje.",
      question: "Kirjoita kirjeesi tähän.",
      begun: "Hei! Miksi menit majaan yksin?",
      comment: "Hyvä alku! Kerro lisää siitä, miksi kysyt sitä.",
    },
    quiz: {
      title: "Hopp: luitko tarkasti?",
      question: "Mistä eläimestä kirja kertoo?",
      animals: ["Sammakosta", "Hevosesta", "Kalasta"],
    },
    answers: [
      "He rakentavat majan lumeen.",
      "On talvi ja kaikki lähtevät ulos.",
      "Ensin on hiljaista ja sitten tapahtuu jotain.",
    ],
  },
  fr: {
    book: "le-phare-de-lou",
    first: {
      title: "Le premier chapitre",
      description: "Lis d’abord le chapitre, puis réponds avec tes mots.",
      question: "Que se passe-t-il au début du livre ?",
      teller: "Qui raconte l’histoire ?",
      tellers: ["Le personnage principal", "Quelqu’un d’autre"],
    },
    think: { title: "Réfléchis", description: "Qu’aurais-tu fait ?" },
    reference: "En savoir plus sur la lecture à voix haute",
    letter: {
      title: "Une lettre au personnage principal",
      description: "Écris une courte lettre.",
      question: "Écris ta lettre ici.",
      begun: "Bonjour ! Pourquoi es-tu montée toute seule ?",
      comment: "Bon début ! Explique pourquoi tu poses cette question.",
    },
    quiz: {
      title: "Hopp : as-tu bien lu ?",
      question: "De quel animal parle le livre ?",
      animals: ["D’une grenouille", "D’un cheval", "D’un poisson"],
    },
    answers: [
      "Lou arrive au phare avec sa valise.",
      "Il y a une tempête et le phare s’allume.",
      "Au début tout est calme, puis il se passe quelque chose.",
    ],
  },
  nl: {
    book: "de-kaart-van-opa",
    first: {
      title: "Het eerste hoofdstuk",
      description: "Lees eerst het hoofdstuk. Antwoord daarna in je eigen woorden.",
      question: "Wat gebeurt er aan het begin van het boek?",
      teller: "Wie vertelt het verhaal?",
      tellers: ["De hoofdpersoon", "Iemand anders"],
    },
    think: { title: "Denk na", description: "Wat zou jij hebben gedaan?" },
    reference: "Meer over voorlezen",
    letter: {
      title: "Een brief aan de hoofdpersoon",
      description: "Schrijf een korte brief.",
      question: "Schrijf je brief hier.",
      begun: "Hoi! Waarom ging je met de kaart naar buiten?",
      comment: "Goed begin! Vertel meer over waarom je dat vraagt.",
    },
    quiz: {
      title: "Hopp: heb je goed gelezen?",
      question: "Over welk dier gaat het boek?",
      animals: ["Een kikker", "Een paard", "Een vis"],
    },
    answers: [
      "Ze vinden een oude kaart van opa.",
      "Opa geeft de kaart en ze gaan op pad.",
      "Eerst is het rustig en dan gebeurt er iets.",
    ],
  },
  no: {
    book: "fjordpost",
    first: {
      title: "Første kapittel",
      description: "Les kapittelet først. Svar så med egne ord.",
      question: "Hva skjer i begynnelsen av boka?",
      teller: "Hvem forteller historien?",
      tellers: ["Hovedpersonen", "Noen andre"],
    },
    think: { title: "Tenk etter", description: "Hva ville du ha gjort?" },
    reference: "Les mer om høytlesning",
    letter: {
      title: "Et brev til hovedpersonen",
      description: "Skriv et kort brev.",
      question: "Skriv brevet ditt her.",
      begun: "Hei! Hvorfor dro du ut i båten alene?",
      comment: "God start! Fortell mer om hvorfor du spør om det.",
    },
    quiz: {
      title: "Hopp: leste du nøye?",
      question: "Hvilket dyr handler boka om?",
      animals: ["En frosk", "En hest", "En fisk"],
    },
    answers: [
      "Det kommer et brev, og så drar de av sted.",
      "De bor ved fjorden og venter på posten.",
      "Først er det rolig, og så skjer det noe.",
    ],
  },
  se: {
    book: "lyktan",
    first: {
      title: "Första kapitlet",
      description: "Läs kapitlet först. Svara sedan med egna ord.",
      question: "Vad händer i början av boken?",
      teller: "Vem berättar historien?",
      tellers: ["Huvudpersonen", "Någon annan"],
    },
    think: { title: "Tänk efter", description: "Hur skulle du ha gjort?" },
    reference: "Läs mer om att läsa högt",
    letter: {
      title: "Ett brev till huvudpersonen",
      description: "Skriv ett kort brev.",
      question: "Skriv ditt brev här.",
      begun: "Hej! Varför gick du ut mitt i natten?",
      comment: "Bra början! Berätta mer om varför du frågar det.",
    },
    quiz: {
      title: "Hopp: läste du noga?",
      question: "Vilket djur handlar boken om?",
      animals: ["En groda", "En häst", "En fisk"],
    },
    answers: [
      "Det blir mörkt och de hittar en lykta.",
      "De går ut fast det är sent. Det är spännande!",
      "Först är det lugnt och sedan händer något.",
    ],
  },
  uk: english,
  us: english,
};

const open = (value: string): Answers[string] => ({ "0": { type: "OpenEndedQuestionAnswer", value } });
const closed = (optionId: string): Answers[string] => ({ "0": { type: "ClosedEndedQuestionAnswer", optionId } });

function firstExercises({ first, think, reference }: Words): AuthoredExercise[] {
  const options = first.tellers.map((text, index) => ({ id: String(index + 1), text }));
  return [
    { id: "beginning", content: [{ type: "open-question", phrase: first.question }] },
    { id: "teller", content: [{ type: "closed-question", phrase: first.teller, options, answer: "2" }] },
    { id: "think", content: [{ type: "reflection-task", ...think }] },
    {
      id: "more",
      content: [{ type: "external-reference", url: "https://www.w3.org/publishing/epub3/", text: reference }],
    },
  ];
}

/** Adds the demo assignments. Running it again changes nothing. */
export async function seedAssignments(
  identity: Pick<IdentityDirectory, "findByUsername">,
  addAssignment: AddAssignment,
): Promise<void> {
  for (const realm of realms) {
    const [teacher, student] = await Promise.all(
      ["teacher", "student"].map((name) => identity.findByUsername(realm, `${name}.${realm}`)),
    );
    if (!teacher || !student) continue;
    const words = wordsOf[realm];
    const { book, first, letter, quiz, answers } = words;
    const by = { realm, teacherUid: teacher.uid };
    const handed = (place: number, optionId: string): SeededSubmission => ({
      status: "Submitted",
      answers: { beginning: open(answers[place] ?? ""), teller: closed(optionId) },
    });
    const pupil = (done: SeededSubmission) => ({ uid: student.uid, done });
    await addAssignment(
      {
        ...by,
        type: "Quiz",
        title: quiz.title,
        description: "",
        bookId: "hopp",
        dueIn: 2,
        shared: false,
        exercises: [
          {
            id: "animal",
            content: [
              {
                type: "closed-question",
                phrase: quiz.question,
                answer: "1",
                options: quiz.animals.map((text, index) => ({ id: String(index + 1), text })),
              },
            ],
          },
        ],
      },
      pupil({ status: "Submitted", answers: { animal: closed("1") } }),
      ["1", "1", "2"].map((id) => ({ status: "Submitted" as const, answers: { animal: closed(id) } })),
    );
    await addAssignment(
      {
        ...by,
        type: "Assignment",
        title: letter.title,
        description: letter.description,
        bookId: book,
        dueIn: 5,
        shared: true,
        exercises: [{ id: "letter", content: [{ type: "open-question", phrase: letter.question }] }],
      },
      pupil({
        status: "InProgress",
        isHandedBack: true,
        comment: letter.comment,
        answers: { letter: open(letter.begun) },
      }),
      [{ status: "Submitted", answers: { letter: open(letter.begun) } }],
    );
    await addAssignment(
      {
        ...by,
        type: "Assignment",
        title: first.title,
        description: first.description,
        bookId: book,
        dueIn: 9,
        shared: true,
        exercises: firstExercises(words),
      },
      pupil({ status: "InProgress", answers: { beginning: open(answers[0]) } }),
      [handed(1, "2"), handed(2, "1"), { ...handed(0, "2"), status: "InProgress" }],
    );
  }
}
