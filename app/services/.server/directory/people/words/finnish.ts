/** Finnish words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
export const finnish = `
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
