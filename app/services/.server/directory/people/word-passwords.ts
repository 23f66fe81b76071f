import { randomInt } from "node:crypto";
import type { Realm } from "~/realms/realm";

/** Passwords that seven-year-olds can read and type: three words in the country's language. Decision 51 calculates their strength. */

/** Dutch words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
const dutch = `
  aardbei anker appel april arend auto avond baby bal balkon ballon banaan beek beer beker berg bever bezem bij blad
  blauw blij bloem boek boom boot bord bos boter brief bron brood brug bus cacao circus cirkel citroen clown dak dal
  dans dapper deken deur dijk dorp draad druif eend egel eik eiland emmer feest fiets fles gans geit getal gitaar goud
  grappig gras groen hamster haven helder hemd hemel herfst hert heuvel hoed hommel hond honing huis ijs jam jas juli
  juni kaars kaart kaas kalf kam kameel kast kasteel kat kers kikker klas klaver klei klok knoop koala koek koel kok
  konijn kop krab krijt kussen laars lamp lelie lente lepel lied lief liniaal lunch maan maandag mais mand mango markt
  meer mei melk meloen merel minuut molen morgen mos muffin muis noot oma opa otter oven paard paars pad panda
  papegaai papier pasta peer piano piloot pizza planeet plein polder pony pop potlood prins puppy puzzel raam raket
  regen ridder rijst rivier robot rood roos roze rustig salade sap schaap schep schip schoen schommel school sjaal
  slak slee slim sneeuw snel soep sok spel spiegel stad steen ster stoel storm strand stroop suiker taart tafel tapijt
  tas tennis tent thee tijger tomaat toren touw tractor trap trein trommel tuin tulp tulpen uil uur valk vandaag veld
  verf verhaal viool vis vlag vlieger vlinder vork vriend vrijdag wagen warm water weg weide wiel wind winter wol wolf
  wolk wortel zacht zalm zand zebra zee zeep zeil zilver zolder zomer zon zout zwaan
`;

/** English words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
const english = `
  anchor ant apple autumn bag ball banana basket beach bean bear bed bee berry bike birch biscuit blanket blue boat
  book boot bottle bowl box brave bread bridge bright brush bus butter button cabin cake camel candle car carpet
  carrot castle chair cheese cherry circle class clever clock cloud clover coat cocoa comb cookie cool corn crab
  crayon cup daisy dance deer doll door drum duck eagle egg evening fern field fish flag flute forest fork frog funny
  game garden gentle glove goat gold goose grape grass green guitar hamster happy hat hawk hill honey horse house ice
  island jacket jam juice kettle kind kite kitten koala lake lamb lamp leaf lemon lesson letter lily lion lizard mango
  map maple meadow melon milk mirror mole moon moose morning moss moth mountain mouse muffin mug night number oak
  ocean onion orange otter oven page paint panda paper parrot pasta path peach pear pencil piano pillow pine pink
  pizza plane plate plum pocket pony potato puppy purple puzzle quick quiet rabbit rain rainbow red rice river road
  robin robot rocket rose ruler sail salad salt scarf school seal seed sheep shelf shiny ship shirt shoe silver sky
  smooth snail snow soap sock soft song soup spoon spring square star storm story sugar summer sun sunny swan table
  tea tent tiger toast today tomato towel tower train tree truck tulip turtle valley violin warm water wheel wind
  window windy winter wolf zebra
`;

/** Finnish words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
const finnish = `
  aamu ahven ankka ankkuri apila aurinko auto banaani bussi etana haapa haarukka hai hamsteri hanhi hanska harja hattu
  hauki haukka hauska hevonen hiekka hiihto hillo hirvi hopea huilu huivi hunaja ikkuna iloinen ilta joki joutsen
  juhla juna juusto kaakao kaarna kaisla kakku kala kameli kampa kangas kani kanootti kanto karhu karitsa karkki
  kartta keinu keitto keksi kello kettu kilpi kiltti kirja kirjasto kirje kissa kitara kivi koala koira koivu kori
  kotka koulu kukka kulho kulta kuningas kuppi kurkku kuu kuusama kuusi laakso laatikko laituri laiva lammas lamppu
  lanka lapio laulu lautanen lehti leija leijona liitu lilja linna lippu lohi lounas luistin lumi luokka lusikka luumu
  maissi maito majakka majava mango mansikka mato matto mehu meloni meri minuutti muki mummo mustikka myrsky nappi
  naru neula nopea nukke numero nuotti oksa omena orava ovi paita palapeli pallo panda paperi pasta peili peitto peli
  pentu perhonen peruna piano pihlaja pilvi pitsa polku poni porkkana poro prinssi puisto pulkka pulla pullo punainen
  puu pyyhe raketti ranta rapu reppu riisi ritari robotti rohkea rumpu ruoho ruusu ruuvi saapas saari sade saippua
  sakset salaatti sammakko sammal satama satu saukko sauna savi seepra siemen sieni siili silta sininen sitruuna sivu
  sokeri sukka suksi suola susi taivas takki talo talvi tammi tanssi tarina tasku taulu tee teltta tennis tie tiikeri
  tikka tomaatti tonttu torni traktori tunti tuoli tuomi tuuli tyyny uinti uuni vaahtera vaari vasara vaunu vauva vene
  vesi viisas viivain viulu voi vuohi vuori
`;

/** French words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
const french = `
  abeille agneau aigle ancre arbre argent argile assiette auto avion avril balai balcon ballon banane bateau beurre
  biscuit bleu boite bol bonbon botte bougie bourgeon bouton branche brave brillant bus cabane cacao caillou calme
  camion canard carotte cartable carte cascade castor cercle cerf cerise chameau champ chanson chat chef chemin
  chemise cheval chien chiot ciel cigale cirque citron clown colline conte copain coquille corde coussin crabe craie
  crayon cuillere cygne danse dauphin doux drap drapeau dune eau escargot feuille fil fleur four fourmi fraise fromage
  galet galette gant gentil girafe glace gomme graine guitare hamster herbe heure hibou hiver horloge jardin jeu
  joyeux juin jus kiwi koala lac laine lait lampe lapin lettre lilas lion livre loup loutre luge lundi lune mai maison
  malin mamie mangue manteau mardi matin menthe mer merle miel minute miroir mont mousse mouton muffin neige neveu nid
  noix nombre nuage orage page pain panda panier papi papier peigne peintre pelle persil phare piano pigeon pilote
  pinceau pinson pizza place plage pluie plume poche poire poisson pollen pomme poney pont port porte prince prune
  puzzle racine radis raisin rapide renard repas rivage riz robot rose roue rouge route ruche sable sac salade samedi
  sapin saumon savon seau sel sirop ski soir soleil soupe source souris sucre table tableau tambour tapis tarte tasse
  tennis tente tigre toit tomate tortue tour tracteur train trottoir trousse tulipe vague vallon veau velo verre vert
  veste ville violet violon voile wagon yaourt
`;

/** German words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
const german = `
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

/** Norwegian words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
const norwegian = `
  agurk akebrett alm and anker april asp august baby bad bakke ball ballong banan bekk berg bie bil bjelle blad blank
  blomst blyant bok bokhylle boks bord brev bru buss dal dans drage drue dukke eik ekorn elv eng eple falk farfar
  farmor fest fiolin fisk fjord flagg flaske foss fotball fredag frokost frosk fugl furu fyr gaffel gaupe geit gitar
  glad godteri gran gren gulrot hammer hamster hare hav havn hegg hest hjul honning humle hund hus huske hytte idag
  jakke juli juni kakao kake kalender kalv kam kamel kanin kanne kano kart katt kattunge kjapp klasse klok klokke
  knapp koala komet kongle kopp korps kost krabbe krus kurv kvadrat kveld laks lam lampe lavendel leire lek lilje
  lilla linjal lomme lue lunsj lys mai mais mandag mango mat maur melon middag minutt modig morfar morgen mormor
  morsom mose muffin myk nebb nisse nype onsdag oransje ovn panda papegoie papir park pasta piano pinnsvin pizza
  planet plomme ponni pute rakett rask regn rein ring ris robot rogn rolig rosa rose rute saft salat salt sand sebra
  seil seter side sirkel sitron ski skip skje skjerf sko skog skole skrue sky slott snegl snill sol sommer sopp spade
  speil spill stein sti stjerne stol storm strand sukker suppe svane sykkel tak tau tavle tennis teppe tiger time
  tirsdag tog tomat traktor tromme tulipan turkis ugle ull ulv vaffel valp vann varm venn vind vinter vogn vott vugge
`;

/** Swedish words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
const swedish = `
  anka ankare apelsin asp baby backe bad ballong banan berg bestick bil blad blank blomma bofink bok bokhylla boll
  bord borste brev bro bror bulle burk buss cirkel citron cykel dal dans dator dimma docka drake druva ekorre falk
  farfar farmor ficka filt fiol fisk fjord flagga flaska flod fotboll frukost fyr gaffel get gitarr glad glass godis
  gran gren groda guld gunga gurka hallon halsduk hamn hamster hare hav hink hjul honung humla hund hus idag igelkott
  jacka kaka kakao kalas kalender kalv kam kamel kanin kanna kanot karta kastanj katt kattunge klass klocka klok knapp
  koala kompis kopp korg kotte krabba krita kudde kulle kvadrat kvast lada lamm lampa lavendel lax lejon lek lera lila
  lilja lingon linjal lugn lunch lyra majs mango maskros mat matsal matta melon middag minut mjuk modig moln morfar
  morgon mormor morot mossa muffin mugg myra nalle nektar nypon orange orkester panda papegoja papper park pasta penna
  piano pizza plommon ponny potatis pulka pussel raket regn ren ring ris robot rolig ros rosa saft saga sallad salt
  sand segel sida silver simning sked skepp skida sko skog skola skridsko smultron snabb snigel socker sol sommar
  soppa spade spegel spel spindel stall sten stig stol storm strand stuga sval svamp svan syster tak tall tavla tennis
  tiger timme tofs tomat tomte torn traktor trumma tulpan turkos uggla ugn vagga vagn valp vante varg varm vatten vind
  vinter zebra
`;

const wordsOf = (list: string) => list.trim().split(/\s+/);

/** Word lists by country. */
export const childrensWords: Record<Realm, readonly string[]> = {
  de: wordsOf(german),
  fi: wordsOf(finnish),
  fr: wordsOf(french),
  nl: wordsOf(dutch),
  no: wordsOf(norwegian),
  se: wordsOf(swedish),
  uk: wordsOf(english),
  us: wordsOf(english),
};

const wordsAPassword = 3;

/** Three random words joined with hyphens; at least 11 characters. */
export function makeWordPassword(realm: Realm): string {
  const words = childrensWords[realm];
  return Array.from({ length: wordsAPassword }, () => words[randomInt(words.length)]).join("-");
}
