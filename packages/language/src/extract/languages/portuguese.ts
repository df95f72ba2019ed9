import type { LanguageCues } from './language-cues.ts';

export const portuguese: LanguageCues = {
  short: 'o a os as e não que de em um uma com meu minha para eu mas no na do da é já sou há às',
  opens: 'e mas então olá oi sim ok bom olha obrigado obrigada',
  tells: 'eu meu minha nós ele ela porque pois',
  points: 'ele ela eles elas isso isto',
  states:
    'moro_em moramos_em vivo_em trabalho_como trabalho_na trabalho_no trabalho_em sou_alérgico sou_alérgica me_chamo meu_nome_é adoro odeio prefiro não_como não_bebo eu_gosto_de sou_de',
  first: 'eu meu minha meus minhas nós noss* sou tenho estou moro trabalho',
  people:
    'mulher marido esposa esposo mãe pai filho filha filhos irmão irmã avó avô namorad* cachorro cadela gato gata chefe',
  lasting:
    'sempre nunca cada desde alérgic* vegetarian* vegan* celíac* moro trabalho a_partir_de todo todos_os todas_as toda já_não parei aposentad* casad* divorciad* há',
  passing: 'hoje agora esta_noite ontem amanhã cansad* fome minutos',
  reported: 'diz disse dizia segundo dizem alguém gente_diz',
  supposed: 'se imagina imagine suponha seria teria faria fosse tivesse',
  made: 'história conto romance poema papel vamos_jogar traduz* texto frase diálogo personagem exercício',
  irony: 'haha kkk* claro ótimo brincad*',
  requests:
    'escreve escreva dá faz faça explica explique mostra ajuda traduz pode podes poderia me_ajuda sugere',
  asks: 'que qual como onde quando por_que quem quanto',
  health: 'alergi* alérgic* diabét* asma cirurgia grávida vegan* vegetarian* celíac* remédio*',
  answers: 'respond* respostas curto tópicos',
  home: 'moro moramos casa apartamento aluguel',
  work: 'trabalh* empresa turno* estud* loja aposentad*',
  plan: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro próxim*',
  project: 'equipe projeto servidor',
  likes: 'gosto adoro odeio prefiro',
};
