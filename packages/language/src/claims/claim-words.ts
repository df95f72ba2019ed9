import { stemmed, table, words } from './word-list.ts';

/** Verbs that may stand behind a subject. A word behind `the`, `my` or `Anna's` is none. */
export const finiteVerbs = words(`
is are am was were has have had do does did will would can could may might should must
live lives lived living reside resides moved moves relocated relocates works work worked joined joins started starts left quit
resigned retired drives drive drove weighs weigh weighed costs cost prefers prefer preferred uses use used likes like liked
loves love loved enjoys enjoy hates hate hated dislikes dislike eats eat ate drinks drink drank avoids avoid plays play played
speaks speak spoke runs run ran smokes smoke goes go went takes take took keeps keep owns own owned teaches teach taught
studies study studied reads read wants want wanted needs need plans plan planned hopes hope considers dreams thinks asked said says
told turned became becomes switched changed upgraded downgraded migrated moved renamed raised lowered cut increased decreased
reduced dropped fell rose grew shrank gained lost got stopped gave cancelled canceled ended sold bought traded broke divorced married
graduated passed learned learnt reached visited earns earn makes make sleeps wakes commutes commute travels travel meets met sees
subscribes subscribe banks bank stepped finished failed won adopted collects watches watch listens follows knows trains practices
stays stayed rents rent hired fired supports hosts stores requires expires closes opens deploys speaks swims cooks sings dances
rebooked rescheduled postponed sits seats lands departs was born serves reports leads manages prefers reads writes identifies
replaced swapped succeeded celebrated employs completed submitted booked rides ride wishes-for relative-is chosen-is mostly usually always often never now currently recently
`);

/** Past forms that are no other form: with them, and with -s and -ed, a text may begin that leaves out whom it is about. */
export const pastForms = words(
  'went left quit sold bought met got took gave broke became wrote ran ate drank fell rose grew lost won felt found had has was is',
);

/** Nothing of what is said. Not the words that change a meaning: negations, `from`, `to`. */
export const silent = words(`
a an the this that these those is are am was were be been being has have had do does did will of for at in on by with as and or
it its there then so very really quite just also too actually now currently presently nowadays still already finally officially
recently again anymore longer since his her their my our your he she they him them i me we us user user's per each every a about
some any no not never new current own please get got gets into
`);

export const adverbs = words(
  'now currently presently just recently also actually still already finally officially nowadays again mostly usually always often really today permanently temporarily successfully',
);

/** Say that something is not as it was. */
export const toldWords = words(
  'now nowadays again anymore recently currently presently new longer instead changed switched moved renamed became become started stopped upgraded learned learnt turned rebooked rescheduled replaced swapped dropped deleted died passed graduated extended finished cut took got gave',
);

/** Other people, whose matters are not those of whom they belong to. */
export const kin = stemmed(`
mother father mom mum dad parent parents brother sister sibling son daughter child kid uncle aunt cousin wife husband grandma grandpa
grandmother grandfather niece nephew friend friends colleague coworker roommate flatmate neighbour neighbor partner girlfriend boyfriend
spouse fiancé baby toddler dog cat pet horse boss manager
`);

/** Different words for one attribute or role. */
export const sameNoun = table(`
manager: boss supervisor
phone: cellphone mobile telephone cell
residence: hometown
email: mail e-mail
color: colour
favorite: favourite
theme: mode themes
people: employees staff members
apartment: flat
job: occupation profession position role title
`);

/** Nouns that have one value at a time, of one owner. */
export const singleNouns = stemmed(`
birthday birthdate name surname nickname age address phone number email title role position employer company manager city
budget limit quota target deadline price cost rent fee salary income wage weight height rating score
count status version port branch colour timezone language currency plan tier wife husband spouse partner girlfriend boyfriend fiancé
landlord landlady ceo cto cfo president chairman principal coach teacher doctor dentist therapist tutor owner captain lead leader
capacity pressure dose dosage frequency schedule time date appointment flight standup launch release due hostname domain url
job residence home favorite editor browser bank carrier major school university commute wifi framework database model theme answerlanguage answerform answerlength
`);

/** What something may be, one at a time. */
export const states = table(`
unstarted: unstarted
half: halfdone
review: review
testing: testing
booked: booked
submitted: submitted
open: open opened reopened
closed: closed resolved fixed solved done complete completed finished merged shipped deployed released
progress: progress ongoing underway started
pending: pending waiting planned scheduled todo unresolved unfixed
blocked: blocked stuck paused suspended
cancelled: cancelled canceled abandoned dropped rejected
active: active enabled live online up running
inactive: inactive disabled offline down deprecated archived retired
approved: approved accepted
paid: paid
unpaid: unpaid overdue
sold: sold
`);

export const diets = table(`
vegetarian: vegetarian
vegan: vegan
pescatarian: pescatarian
everything: omnivore everything meat
`);

/** How things may be, or what somebody says of them. */
export const doubts = words(`
plan plans planning planned want wants wanted would might may could should hope hopes hoped hoping wish dream dreams considering considers
thinking thinks thought maybe perhaps possibly probably if asked asks wonders whether said says told claims claimed mentioned believes
almost nearly soon someday going intends intending aims looking expects expected might will
`);

export const pastWords = words(
  'used formerly previously once originally initially earlier lived worked studied was were had ran bought paid met saw ate took gave watched stayed wrote won sold visited played drove liked loved drank taught made went reached attended recommended first',
);

/** Verbs that end what an earlier statement says: sure of any, or only likely. */
export const endings: ReadonlyMap<string, boolean> = new Map([
  ...[
    'quit',
    'stopped',
    'replaced',
    'deleted',
    'cancelled',
    'canceled',
    'resigned',
    'divorced',
    'sold',
    'traded',
    'swapped',
    'ended',
  ].map((word) => [word, true] as const),
  ...[
    'left',
    'passed',
    'lost',
    'dropped',
    'finished',
    'retired',
    'graduated',
    'abandoned',
    'failed',
  ].map((word) => [word, false] as const),
]);
