import type { LanguageCues } from './language-cues.ts';

export const italian: LanguageCues = {
  short: 'il la le e non che di un una con mio mia per sono ho ma io al del ci mi più ogni alle',
  opens: 'e ma allora ciao sì ok beh senti grazie comunque',
  tells: 'io mio mia ho sono noi lui lei perché siccome',
  points: 'lui lei loro questo quello',
  states:
    'abito_a vivo_a viviamo_a lavoro_come lavoro_in lavoro_per faccio_il faccio_la sono_allergico sono_allergica sono_celiaca mi_chiamo chiamami adoro odio preferisco non_mangio non_bevo mi_piace vengo_da',
  first: 'io mio mia miei mie noi nostr* sono ho vivo lavoro',
  people:
    'moglie marito madre padre mamma papà figlio figlia figli fratello sorella nonna nonno fidanzat* compagn* cane gatto gatta capo',
  lasting:
    'sempre mai ogni da_quando allergic* vegetarian* vegan* celiac* abito vivo lavoro d_ora_in_poi tutti_i tutte_le non_più smesso pensione sposat* separat*',
  passing: 'oggi adesso ora stasera stamattina ieri domani stanc* fame minuti',
  reported: 'dice ha_detto diceva secondo dicono qualcuno gente',
  supposed: 'se immagina supponiamo sarei avrei farei fossi avessi',
  made: 'storia racconto romanzo poesia ruolo giochiamo traduc* testo frase dialogo personaggio esercizio',
  irony: 'haha ahah certo fantastico bello scherz*',
  requests:
    'scrivi dammi fai fammi spiega mostra trova aiutami traduci consigliami puoi potresti dimmi',
  asks: 'che cosa quale come dove quando perché chi quanto',
  health: 'allergi* diabet* asma operazione incinta vegan* vegetarian* celiac* pastiglie',
  answers: 'rispond* risposte breve elenchi',
  home: 'abit* vivo casa appartamento affitto',
  work: 'lavor* azienda turni studi* negozio pensione',
  plan: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre prossim*',
  project: 'progetto server squadra',
  likes: 'piace adoro odio preferisco',
};
