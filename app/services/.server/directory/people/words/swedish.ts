/** Swedish words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
export const swedish = `
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
