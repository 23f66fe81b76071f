/** German words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
export const german = `
  abend adler anker apfel april august auto baby bach balkon ball ballon banane baum becher beere berg besen biber
  biene birne blatt blau blume boot brief brot brunnen buch bunt bus butter clown dach decke dorf drachen eiche eimer
  eis ente eule faden fahne falke farbe feld fenster fest fisch fluss freitag froh frosch gabel gans garage garten
  geige gitarre glatt gold gras gurke hafen hammer hamster hase haus hemd heute himmel hirsch honig hummel hund hut
  igel insel jacke juli juni kakao kalb kamel kamm kanne karotte karte katze keks keller kerze kino kirsche kissen
  kiste klasse klee klug knopf koala koch komet korb kreide kreis kuchen lachs lamm lampe lied lila lilie lineal
  lustig mai mais maler mango markt maus meer melone milch minute mond montag moos morgen muffin mutig nadel nuss ofen
  oma opa otter panda papagei papier pasta pferd piano pilot pilz pinsel pizza planet platz pony prinz puppe puzzle
  quadrat quelle rad rakete regal regen reh reis ring ritter roboter rosa rose rot ruhig saft salat salz sand sanft
  schaf schal schaufel schaukel schiff schloss schnecke schnee schnell schuh schule schwan see segel seife seil seite
  silber socke sommer sonne sonnig spiegel spiel stadt stein stern stiefel stift strand stuhl stunde sturm suppe tafel
  tal tanne tanz tasche tasse tee teller tennis teppich tiger tisch toast tomate traktor traube treppe trommel tulpe
  turm uhr wagen wald warm wasser weg weich welpe wiese wind winter wolf wolke wolle zahl zebra zelt ziege zirkus
  zitrone zucker zug
`;
