import type { LanguageCues } from './language-cues.ts';

export const spanish: LanguageCues = {
  short: 'el la los las y no que de en un una con mi para por es soy pero yo al del se más ya',
  opens: 'y pero bueno hola sí oye ok pues gracias por_cierto',
  tells: 'yo mi mis nosotros él ella porque pues',
  points: 'él ella ellos ellas eso esto',
  states:
    'vivo_en vivimos_en trabajo_como trabajo_en trabajo_de soy_alérgico soy_alérgica me_llamo llámame me_encanta me_gusta odio prefiero no_como no_bebo no_puedo_comer nunca_como soy_de tengo_alergia',
  first: 'yo mi mis mí nosotr* nuestr* soy tengo estoy vivo trabajo llevo',
  people:
    'mujer marido esposa esposo madre padre mamá papá hijo hija hijos hermano hermana abuela abuelo novio novia pareja perro perra gato gata jefe jefa',
  lasting:
    'siempre nunca cada desde alérgic* vegetarian* vegan* celíac* vivo trabajo a_partir_de todos_los todas_las ya_no dejé jubilad* casad* divorciad* llevo',
  passing: 'hoy ahora esta_noche esta_mañana ayer mañana cansad* hambre minutos',
  reported: 'dice dijo decía según dicen alguien gente cuenta',
  supposed: 'si imagina supongamos sería tendría haría fuera hubiera',
  made: 'historia cuento novela poema papel juguemos traduc* texto frase diálogo personaje ejercicio',
  irony: 'jaja* claro genial estupendo broma',
  requests:
    'escribe dame haz explica muestra busca ayúdame traduce recomiéndame puedes podrías hazme redacta dime',
  asks: 'qué cuál cómo dónde cuándo por_qué quién cuánto',
  health:
    'alergi* alérgic* diabétic* asma operación embarazada vegan* vegetarian* celíac* pastillas',
  answers: 'respond* respuestas tutéame corto viñetas',
  home: 'vivo vivimos casa piso alquiler mud*',
  work: 'trabaj* empresa turno* estudi* negocio tienda jubilad*',
  plan: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre próxim*',
  project: 'equipo proyecto servidor',
  likes: 'gusta encanta odio prefiero',
};
