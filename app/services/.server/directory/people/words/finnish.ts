/** Finnish words that children of seven read and type: three to eight plain letters, nothing sad or rude. */
export const finnish = `
  aamu ahven ankka ankkuri apila aurinko auto banaani bussi etana haarukka hai hamsteri hanhi hanska harja hattu hauki
  haukka hauska hevonen hiekka hiihto hillo hirvi hopea huilu huivi hunaja ikkuna iloinen ilta iso joki joutsen juhla
  juna juusto kaakao kaarna kakku kala kameli kampa kangas kani kanto karhu karitsa karkki kartta keinu keitto keksi
  kello keppi kilpi kiltti kirja kirjasto kirje kissa kitara kivi koala koira koivu kori kotka koulu kukka kulho kulta
  kuningas kuppi kurkku kuu kuusi laakso laatikko laituri laiva lammas lamppu lanka lapio laulu lautanen lehti leija
  leijona liitu lilja linna lippu lohi lounas luistin lumi luokka lusikka luumu maissi maito majakka majava mango
  mansikka mato matto mehu meloni meri minuutti muki mummo mustikka myrsky nappi naru neula nopea nukke numero
  omena orava ovi paita palapeli pallo panda paperi pasta peili peitto peli pentu perhonen peruna piano pieni pilli
  pilvi pitsa polku poni porkkana poro prinssi puisto pulkka pulla pullo punainen puu pyyhe raketti ranta rapu reppu
  riisi ritari robotti rohkea rumpu ruoho ruskea ruusu ruuvi saapas saari sade saippua sakset salaatti sammakko sammal
  satama satu saukko sauna savi seepra siemen sieni siili silta sininen sitruuna sivu sokeri sukka suksi suola susi
  taivas takki talo talvi tammi tanssi tarina tasku taulu tee teltta tennis tie tiikeri tomaatti tonttu torni traktori
  tunti tuoli tuuli tyyny uinti uuni vaari vasara vaunu vauva vene vesi viisas viivain viulu voi vuohi vuori
`;
