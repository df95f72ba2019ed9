import type { LanguageCues } from './language-cues.ts';

export const french: LanguageCues = {
  short:
    "le la les et je ne pas est un une des du au avec pour mon ma mes dans j'ai c'est on moi sur que",
  opens: 'alors et mais oui bonjour salut ok sinon bon merci',
  tells: "je j'ai mon ma mes nous notre il elle parce_que car",
  points: "il elle ils elles ça cela ce c'est",
  states:
    "j'habite j_habite je_vis_à je_travaille_comme je_travaille_chez je_suis_allergique je_m'appelle appelle-moi j'adore je_déteste j'aime je_ne_mange_pas je_ne_bois_pas je_joue je_viens_de nous_habitons tutoie-moi",
  first: "je j'ai j'habite mon ma mes moi nous notre nos",
  people:
    'femme mari mère père maman papa fils fille frère soeur sœur enfant* grand-mère grand-père copain copine compagn* chien chat chatte patron*',
  lasting:
    'toujours jamais chaque depuis allergique végétarien* végane habite travaille désormais dorénavant tous_les toutes_les plus_jamais arrêté retraite marié* divorcé* né née',
  passing: "aujourd'hui maintenant ce_soir ce_matin hier demain fatigué* faim minutes",
  reported: "dit disait selon paraît quelqu'un gens raconte prétend",
  supposed: 'si imagine supposons serais aurais ferais était',
  made: 'histoire roman poème rôle joue jouons tradui* texte phrase dialogue personnage exercice',
  irony: 'haha mdr bien_sûr super génial blague',
  requests:
    'écris donne fais explique montre trouve aide traduis propose peux-tu tu_peux pouvez-vous fais-moi rédige corrige',
  asks: 'que quoi quel quelle comment où quand pourquoi qui combien est-ce',
  health:
    'allergi* diabét* asthme opération enceinte végan* végétari* coeliaque cœliaque médicament* fauteuil',
  answers: 'répon* tutoie* vouvoie* court tirets',
  home: 'habit* maison appartement loyer jardin',
  work: 'travail* boulot entreprise métier études retraite boutique',
  plan: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre prochain*',
  project: 'équipe projet serveur',
  likes: "j'aime j'adore déteste préfère",
};
