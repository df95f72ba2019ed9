import type { LanguageCues } from './language-cues.ts';

export const german: LanguageCues = {
  short:
    'der die das und ich nicht ist mit ein eine bei seit wir auf zu den im am mir mich aber auch noch schon',
  opens: 'also und aber ja bitte hallo übrigens ok danke',
  tells: 'ich mein meine wir unser er sie weil denn',
  points: 'er sie es das dies diese',
  states:
    'ich_wohne_in wir_wohnen_in ich_arbeite_als ich_arbeite_bei ich_bin_allergisch bin_allergisch ich_heiße mein_name_ist nenn_mich ich_mag ich_hasse ich_liebe ich_esse_kein ich_trinke_kein ich_spiele ich_komme_aus ich_habe_eine_allergie',
  first: 'ich mein meine meinem meinen meiner mich mir wir unser* uns',
  people:
    'frau mann mutter vater mama papa sohn tochter bruder schwester kind kinder oma opa freundin freund chef chefin hund katze katzen',
  lasting:
    'immer nie niemals jeden jede jedes seit allergisch allergie vegetarier* vegan* wohne wohnen arbeite ab_jetzt künftig montags dienstags mittwochs donnerstags freitags samstags sonntags grundsätzlich nicht_mehr kein_mehr gelernt* verheiratet geschieden rente',
  passing: 'heute jetzt gerade eben gestern morgen müde hunger minuten',
  reported: 'sagt sagte meint meinte behauptet laut angeblich jemand leute',
  supposed: 'wenn falls würde würden wäre hätte stell_dir_vor angenommen',
  made: 'geschichte roman gedicht rolle spiel spiele übersetz* text satz dialog figur aufgabe',
  irony: 'haha na_klar super toll klar witz',
  requests:
    'schreib* gib mach erklär* zeig nenn* such* empfiehl hilf übersetz* kannst_du könntest_du können_sie bitte erstell* formulier*',
  asks: 'wie wo wann warum wer welche* wieviel wohin kann darf soll ist gibt',
  health:
    'allergi* diabet* asthma operation schwanger vegan* vegetarisch zöliakie tabletten herz rücken',
  answers: 'antwort* duze* siez* kurz stichpunkte',
  home: 'wohn* haus wohnung miete garten',
  work: 'arbeit* firma beruf chef* schicht* studier* ausbildung rente',
  plan: 'januar februar märz april juni juli august september oktober november dezember nächste*',
  project: 'team projekt server',
  likes: 'mag liebe hasse hobby lieber',
};
