import type { Realm } from "~/realms/realm";

/** Names of people and schools in each country, for the demo. */
export type Country = {
  firstNames: string;
  lastNames: string;
  municipality: string;
  schools: [string, string];
  preschool: string;
  subSchool: string;
  city: string;
  postalCode: string;
  street: string;
  /** Classes of a school, youngest first. */
  classes: string[];
  preschoolGroups: string[];
  subSchoolGroups: string[];
};

const letters = ["A", "B"];
const years = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const lettered = (from: number, to: number, name: (year: number, letter: string) => string) =>
  years(from, to).flatMap((year) => letters.map((letter) => name(year, letter)));

export const countries: Record<Realm, Country> = {
  se: {
    firstNames:
      "Elsa Alma Maja Ebba Alice Vera Signe Astrid Freja Tuva Leya Amina Sofia Ines Saga William Noah Hugo Liam Adam Oscar Nils Elias Vidar August Yusuf Olle Sixten Åke Östen Malin Karin Anders Johan Fatima",
    lastNames:
      "Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Lindqvist Åberg Öberg Sjöberg Bergström Nyström Holm Ek Hedlund Haddad Ahmed Nordin Wallin Fransson",
    municipality: "Björklunda kommun",
    schools: ["Ekbackens skola", "Sjöängsskolan"],
    preschool: "Förskolan Kastanjen",
    subSchool: "Ekbackens fritidshem",
    city: "Björklunda",
    postalCode: "123 45",
    street: "Skolgatan",
    classes: lettered(1, 6, (year, letter) => `${year}${letter}`),
    preschoolGroups: ["Blåsippan", "Humlan", "Nyckelpigan"],
    subSchoolGroups: ["Röda fritids", "Gula fritids"],
  },
  no: {
    firstNames:
      "Nora Emma Ella Sofie Olivia Maja Ingrid Astrid Frida Solveig Aisha Sara Tiril Live Hedda Jakob Emil Noah Oskar Lukas Isak Håkon Magnus Sindre Ødger Omar Ola Bjørn Kåre Turid Silje Marit Knut",
    lastNames:
      "Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Solberg Bakken Haugen Moen Strand Lie Ødegård Ås Hagen Ali Hussain Myhre Dahl Berge",
    municipality: "Fjellvik kommune",
    schools: ["Solbakken skole", "Elvebakken skole"],
    preschool: "Maurtua barnehage",
    subSchool: "Solbakken SFO",
    city: "Fjellvik",
    postalCode: "1234",
    street: "Skoleveien",
    classes: lettered(1, 7, (year, letter) => `${year}${letter}`),
    preschoolGroups: ["Bjørnungene", "Revene", "Ekornene"],
    subSchoolGroups: ["Blå base", "Grønn base"],
  },
  fi: {
    firstNames:
      "Aino Eevi Olivia Sofia Helmi Lilja Venla Pihla Aada Kerttu Enni Minea Amira Siiri Väinö Leo Oliver Eino Elias Onni Toivo Oiva Eetu Niilo Ahmed Aarne Sauli Päivi Tiina Markku Outi Jukka Anneli",
    lastNames:
      "Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Lehtinen Saarinen Salminen Niemi Heinonen Salo Kinnunen Öhman Nurmi Mohamed Ali Ahonen Väisänen",
    municipality: "Koivulahden kaupunki",
    schools: ["Kuusikon koulu", "Rantapuiston koulu"],
    preschool: "Päiväkoti Metsätähti",
    subSchool: "Kuusikon iltapäivätoiminta",
    city: "Koivulahti",
    postalCode: "01234",
    street: "Koulukatu",
    classes: lettered(1, 6, (year, letter) => `${year}${letter}`),
    preschoolGroups: ["Peikot", "Menninkäiset", "Keijut"],
    subSchoolGroups: ["Pöllöt", "Oravat"],
  },
  de: {
    firstNames:
      "Emma Mia Hannah Lina Clara Frieda Mathilda Leni Ella Greta Zoë Ayşe Elif Jule Paula Noah Leon Paul Emil Jonas Anton Oskar Jürgen Theo Felix Mehmet Karl Björn Käthe Sabine Jörg Ute Wolfgang",
    lastNames:
      "Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Groß Yılmaz Kaya Krüger Böhm Jäger",
    municipality: "Stadt Lindenau",
    schools: ["Grundschule am Lindenplatz", "Astrid-Lindgren-Grundschule"],
    preschool: "Kita Sonnenblume",
    subSchool: "Hort am Lindenplatz",
    city: "Lindenau",
    postalCode: "04177",
    street: "Schulstraße",
    classes: lettered(1, 4, (year, letter) => `Klasse ${year}${letter.toLowerCase()}`).concat("Klasse 4c", "Vorklasse"),
    preschoolGroups: ["Bärengruppe", "Igelgruppe", "Mäusegruppe"],
    subSchoolGroups: ["Hort Füchse", "Hort Eulen"],
  },
  fr: {
    firstNames:
      "Jade Louise Ambre Alba Emma Rose Alice Romy Anna Lina Léna Mila Chloé Inès Zoé Gabriel Raphaël Léo Louis Maël Noah Jules Arthur Adam Éloi Hugo Sacha Mohamed Aurélie François Hélène Benoît Élodie",
    lastNames:
      "Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefèvre Leroy Roux Benali Fournier Girard Bonnet Lévêque Çelik Mercier Blanc Gauthier",
    municipality: "Ville de Clairval",
    schools: ["École Jules-Ferry", "École des Tilleuls"],
    preschool: "École maternelle Les Coquelicots",
    subSchool: "Périscolaire Jules-Ferry",
    city: "Clairval",
    postalCode: "35120",
    street: "rue de l’École",
    classes: ["CP", "CE1", "CE2", "CM1", "CM2"].flatMap((name) => letters.map((letter) => `${name} ${letter}`)),
    preschoolGroups: ["Petite section", "Moyenne section", "Grande section"],
    subSchoolGroups: ["Les Loutres", "Les Renards"],
  },
  nl: {
    firstNames:
      "Emma Julia Mila Tess Sophie Zoë Sara Nora Yara Saar Evi Noor Lotte Fenna Jasmijn Noah Sem Liam Lucas Daan Finn Levi Mees Luuk Bram Mohammed Teun Joost Wim Anneke Femke Pieter Sanne",
    lastNames:
      "de_Jong Jansen de_Vries van_den_Berg Bakker van_Dijk Visser Janssen Smit Meijer de_Boer Mulder de_Groot Bos Vos Peters Hendriks van_Leeuwen Dekker Brouwer El_Amrani Yilmaz Kok Jacobs",
    municipality: "Gemeente Waterdael",
    schools: ["Basisschool De Regenboog", "OBS De Wilgen"],
    preschool: "Peuterspeelzaal ’t Kwetternest",
    subSchool: "BSO De Regenboog",
    city: "Waterdael",
    postalCode: "3456 AB",
    street: "Schoolstraat",
    classes: lettered(3, 8, (year, letter) => `Groep ${year}${letter}`),
    preschoolGroups: ["De Vlinders", "De Bijtjes", "Groep 1-2"],
    subSchoolGroups: ["De Ontdekkers", "De Bouwers"],
  },
  uk: {
    firstNames:
      "Olivia Amelia Isla Ava Ivy Freya Lily Florence Mia Willow Aisha Zara Poppy Elsie Niamh Noah George Oliver Arthur Leo Muhammad Harry Oscar Archie Theo Dylan Rory Callum Siân Helen Priya David Margaret",
    lastNames:
      "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Wright Walker Evans Thompson Khan Roberts Green Hall Wood O'Connor Begum Hughes MacDonald Clarke Hussain",
    municipality: "Ashcombe Borough Council",
    schools: ["Oakfield Primary School", "St Anne's Primary School"],
    preschool: "Little Acorns Nursery",
    subSchool: "Oakfield After-School Club",
    city: "Ashcombe",
    postalCode: "AB1 2CD",
    street: "School Lane",
    classes: years(1, 6).flatMap((year) => [`Year ${year} Maple`, `Year ${year} Willow`]),
    preschoolGroups: ["Ladybirds", "Bumblebees", "Butterflies"],
    subSchoolGroups: ["Foxes", "Badgers"],
  },
  us: {
    firstNames:
      "Olivia Emma Charlotte Amelia Sophia Mia Isabella Ava Evelyn Luna Camila Aaliyah Harper Zoe Naomi Liam Noah Oliver James Elijah Mateo Theodore Henry Lucas Ethan Jayden José Diego Maria Linda Robert Karen Michael",
    lastNames:
      "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Nguyen Lee Kim Washington Peña O'Brien Patel Robinson",
    municipality: "Maple Grove School District",
    schools: ["Lincoln Elementary School", "Riverside Elementary School"],
    preschool: "Sunny Days Preschool",
    subSchool: "Lincoln After School",
    city: "Maple Grove",
    postalCode: "55311",
    street: "School Street",
    classes: ["Kindergarten", "1st Grade", "2nd Grade", "3rd Grade", "4th Grade", "5th Grade"].flatMap((name) =>
      letters.map((letter) => `${name} ${letter}`),
    ),
    preschoolGroups: ["Sunflowers", "Daisies", "Pre-K"],
    subSchoolGroups: ["Explorers", "Makers"],
  },
};
