/** French words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
export const french = `
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
