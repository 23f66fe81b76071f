/** Dutch words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
export const dutch = `
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
