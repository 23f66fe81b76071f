/** Norwegian words that children of seven read and type: three to eight plain letters, nothing sad or rude. */
export const norwegian = `
  agurk akebrett and anker april august baby bad bakke ball ballong banan bekk berg bie bil blad blank blomst blyant bok
  bokhylle boks bolle bord brev bru brun buss dal dans drage drue dukke eik ekorn elv eple falk farfar farmor fest
  fiolin fisk fjord flagg flaske foss fotball fredag frokost frosk furu fyr gaffel geit gitar glad godteri gran gren gul
  gulrot hammer hamster hare hav havn hest hjul honning humle hund hus huske hval hvit hytte idag jakke juli juni kakao
  kake kalender kalv kam kamel kanin kanne kart katt kattunge kjapp klasse klok klokke knapp koala komet kongle kopp
  korps kost krabbe krus kurv kvadrat kveld laks lam lampe leire lek lilje lilla linjal liten lomme lue lunsj lys mai
  mais mandag mango mat maur melon middag minutt modig morfar morgen mormor morsom mose muffin myk nisse nype onsdag
  oransje ovn panda papegoie papir park pasta piano pinnsvin pizza planet plomme ponni potet pute rakett rask regn rein
  ring ris robot rolig rosa rose rund rute saft salat salt sand sebra seil seter side sirkel sitron ski skip skje skjerf
  sko skog skole skrue sky slott snegl snill sol sommer sopp spade speil spill stein sti stjerne stol stor storm strand
  sukker suppe svane sykkel tau tavle tennis teppe tiger time tirsdag tog tomat traktor tromme tulipan turkis ugle
  ulv vaffel valp vann varm venn vind vinter vogn vott
`;
