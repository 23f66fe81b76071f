/** Norwegian words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
export const norwegian = `
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
