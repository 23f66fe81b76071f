/** Swedish words that children of seven read and type: three to eight plain letters, nothing sad or rude. */
export const swedish = `
  anka ankare apelsin baby backe bad ballong banan berg bestick bil blad blank blomma bok bokhylla boll bord borste brev
  bro bror brun bulle burk buss cirkel citron cykel dal dans dator docka drake druva ekorre falk farfar farmor ficka
  filt fiol fisk fjord flagga flaska flod fotboll frukost fyr gaffel get gitarr glad glass godis gran gren groda gul
  guld gunga gurka hallon halsduk hamn hamster hare hav hink hjul honung humla hund hus idag igelkott jacka kaka kakao
  kalas kalender kalv kam kamel kanin kanna karta kastanj katt kattunge klass klocka klok knapp koala kompis kopp korg
  kotte krabba krita kudde kulle kvadrat kvast lada lamm lampa lax lejon lek lera lila lilja lingon linjal liten lugn
  lunch majs mango maskros mat matsal matta melon middag minut mjuk modig moln morfar morgon mormor morot mossa muffin
  mugg myra nektar nypon orange orkester panda papegoja papper park pasta penna piano pizza plommon ponny potatis pulka
  pussel raket regn ren ring ris robot rolig ros rosa rund saft saga sallad salt sand segel sida silver simning sked
  skepp skida sko skog skola skridsko smultron snabb snigel socker sol sommar soppa spade spegel spel spindel stall sten
  stig stol stor storm strand stuga sval svamp svan svart syster tall tavla tennis tiger timme tofs tomat tomte torn
  traktor trumma tulpan turkos uggla ugn vagn val valp vante varg varm vatten vind vinter vit zebra
`;
