import { type Frame, frame } from './frame.ts';
import { words } from './word-list.ts';

export const periodWord =
  /^(?:(?:19|20)\d\d|q[1-4]|h[12]|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|spring|summer|autumn|fall|winter|jan(?:uary)?|feb(?:ruary)?|march|april|june|july|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mornings?|evenings?|nights?|afternoons?|lunch|dinner|breakfast)$/;

export const be = '(?:is|are|am|was|were|has been|have been)';
export const changed =
  '(?:moved|changed|postponed|rescheduled|pushed|extended|shortened|raised|increased|reduced|lowered|cut|upgraded|downgraded|updated|renamed|switched|migrated|converted|bumped|adjusted|set|delayed|shifted|went up|gone up|went down|rose|risen|dropped|fell|fallen|grown|grew|shrunk|shrank|rebooked|relocated|rewritten|corrected|brought forward|promoted)';

/** The first that fits says what the clause is about. The first group is the value. */
export const frames: readonly Frame[] = [
  frame(
    'residence',
    'always',
    '(?:lives?|living|am living|is living|resides?|residing) (?:in|at|on) (.+)',
  ),
  frame('residence', 'always', `${be} (?:based|living|residing|located|settled) in (.+)`),
  frame(
    'residence',
    'always',
    '(?:has |have |just |had )*(?:moved|relocated|moves|settled)(?: back| house| home| away)?(?: from .+?)? (?:to|in) (.+)',
    true,
  ),
  frame('employer', 'always', 'works? (?:at|for) (?!home|night|least|the moment)(.+)'),
  frame('employer', 'always', `${be} (?:employed|working|hired) (?:at|by|with|for) (.+)`),
  frame(
    'employer',
    'always',
    '(?:has |have )*(?:joined|started(?: working| work| a job| a new job)? (?:at|with|for)|took a job (?:at|with)|was hired by|switched jobs to) (.+)',
    true,
  ),
  frame('employer', 'always', '(?:has |have )*found a (?:new )?job (?:at|with) (.+)', true),
  frame('occupation', 'told', 'works? as (.+)'),
  frame('occupation', 'told', '(?:was|were|got|has been|have been) promoted to (.+)', true),
  frame(
    'age',
    'always',
    `(?:${be}|turned|turns|just turned) (\\d+|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?: [a-z]+)?|(?:thir|four|fif|six|seven|eigh|nine)teen|ten|eleven|twelve|[a-z]{3,5}(?= years? old))(?: years? old| years of age)?`,
  ),
  frame(
    'age',
    'always',
    '(?:has |have |just )*turned (\\d+)(?: (?:in|on|last|this|yesterday|today)\\b.*)?',
    true,
  ),
  frame(
    'preference',
    'related',
    '(?:mostly |usually )?prefers? (?:to )?(.+?)(?: (?:over|to|instead of|rather than) .+)?',
  ),
  frame('preference', 'related', 'wishes-for (.+)'),
  frame('employer', 'always', `${be} (unemployed|jobless|between jobs)`),
  frame('employer', 'told', `${be} looking for (?:a|an|another) (?:new )?(job|work)`),
  frame('weight', 'always', '(?:weighs?|weighed) (.+)'),
  frame('height', 'always', `${be} (\\d.*) tall`),
  frame('price', 'always', '(?:costs?|went up to|rises to|goes for) (.+)'),
  frame(
    'partner',
    'always',
    `${be} (?:in a relationship with|married to|engaged to|dating|seeing) (.+)`,
  ),
  frame(
    'partner',
    'always',
    `${be} (single|divorced|separated|widowed|engaged|married|in a relationship)`,
  ),
  frame('partner', 'always', '(?:got|has gotten|became) (married|engaged|divorced)', true),
  frame('partner', 'always', '(?:got |has )?(?:married|engaged to|married to) (.+)', true),
  frame('car', 'always', '(?:drives?|driving) (?!to|home|with|for)(.+)'),
  frame('name', 'always', `${be} (?:called|named) (.+)`),
  frame('name', 'always', '(?:goes|go) by (?:the name )?(.+)'),
  frame('allergy', 'never', `${be} (?:\\w+ )?allergic to (.+)`),
  frame('allergy', 'never', '(?:has|have) an? (.+) allergy'),
  frame('relative', 'never', 'relative-is (.+)'),
  frame('decision', 'never', 'chosen-is (.+)'),
  frame(
    'illness',
    'never',
    '(?:has|have) (?!an? |been |\\d|one |two |three )([a-z]+(?: [a-z]+){0,2}(?: \\d)?)',
  ),
  frame(
    'housing',
    'told',
    '(owns?) (?:an? |the |their own )(?:[\\w-]+ ){0,2}(?:flat|apartment|condo|house|home|townhouse)(?: in .+| near .+)?',
  ),
  frame(
    'housing',
    'told',
    '(rents?|is renting) (?:an? |the )?(?:[\\w-]+ ){0,2}(?:flat|apartment|condo|house|home|townhouse|studio|room)(?: .+)?',
  ),
  frame('liking', 'never', '(?:likes?|loves?|enjoys?|adores?) (.+)'),
  frame('dislike', 'never', '(?:dislikes?|hates?|detests?) (.+)'),
  frame('language', 'never', '(?:speaks?) (.+)'),
  frame('play', 'never', '(?:plays?) (.+)'),
  frame('learning', 'never', `${be} (?:learning|studying) (.+)`),
  frame('fear', 'never', `${be} (?:afraid|scared) of (.+)`),
  frame('fear', 'never', '(?:has|have) a fear of (.+)'),
  frame(
    'deed',
    'never',
    '(?:has |have )?(?:bought|watched|read|met|visited|recommends?|recommended|ate|cooked|wrote|ran|gave|takes?) (.+)',
  ),
  frame('household', 'told', '(?:lives?|living) (alone|with .+|together with .+)'),
  frame(
    'occupation',
    'told',
    '(?:got|found|took|has|started) (?:a|the) (?:new )?(?:job|position|role) as (.+)',
    true,
  ),
  frame(
    'employer',
    'always',
    '(?:got|found|took|started) (?:a|the) (?:new )?(?:job|position|role) (?:at|with) (.+)',
    true,
  ),
  frame('study', 'told', '(?:attends?) (.+)'),
  frame(
    'use',
    'never',
    `(?:uses?|${be} (?:built|written|made|implemented) (?:with|in|using|on)|runs on) (.+)`,
  ),
  frame('commute', 'told', 'commutes? (?:by|with|on) (.+)'),
  frame('wake', 'told', '(?:wakes?|gets?) up at (.+)'),
  frame('sleep', 'told', '(?:goes to bed|sleeps) at (.+)'),
  frame('study', 'told', '(?:studies|study|enrolled) (?:at|in) (.+)'),
];

export const meats = ['meat', 'fish', 'chicken', 'beef', 'pork', 'seafood'];
export const animalFood = [...meats, 'cheese', 'dairy', 'eggs', 'milk', 'butter'];
/** One may stop these, and take them up again. */
export const habits = words(
  'eat eats drink drinks smoke smokes run runs play plays use uses swim swims',
);

export const relationships: readonly (readonly [RegExp, string])[] = [
  [/\bsingle\b/, 'single'],
  [/\bengaged\b/, 'engaged'],
  [/\bmarried\b/, 'married'],
  [/\b(?:divorced|separated)\b/, 'divorced'],
  [/\bwidowed\b/, 'widowed'],
  [/\brelationship\b/, 'dating'],
];

/** `User’s age is 35` says what `User is 35` says. */
export const nounFrames: ReadonlyMap<string, string> = new Map([
  ['name', 'name'],
  ['age', 'age'],
  ['weight', 'weight'],
  ['height', 'height'],
  ['price', 'price'],
  ['cost', 'price'],
  ['employ', 'employer'],
  ['compani', 'employer'],
  ['job', 'occupation'],
  ['resid', 'residence'],
  ['citi', 'residence'],
  ['car', 'car'],
  ['relationship', 'relationship'],
]);

export const changedTo = new RegExp(
  `^(?:(?:is|are|was|were|has|have|been|got|just) )*${changed}(?: (?:from|by|off) .+?)? (?:to|in|until|at|for) (.+)$`,
);
export const changesTo = new RegExp(
  `^(?:has |have |just )*${changed} (?:(?:the|his|her|their|my|our|its) )?(.+?)(?: from .+?)? (?:to|in) (.+)$`,
);
export const counted =
  /^(?:has|have|had|got|owns?|(?:has |have )?(?:grown|grew|shrunk|shrank|increased|expanded) to) (\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:[a-z-]+ )?([a-z]+?)(?: (?:named|called) .+| in total)?$/;
export const tail =
  / (?:with|since|because|near|after|as|due|when|until|while|last|next|this|where|who|which|instead|thanks|following|over|rather|by|except|via|through) .*$/;
export const timeOf =
  / (?:in|on|for|at|during) (?:the )?(mornings?|evenings?|afternoons?|night|weekends?|breakfast|lunch|dinner|spring|summer|autumn|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:19|20)\d\d|q[1-4])$/;
export const timeTail =
  / (?:in|on|since|from|at|for) (?:(?:early|late|mid|the|last|next) )?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:19|20)\d\d)\b.*$/;
export const dateBound = words(
  'deadline launch releas standup due appoint flight birthday date meet schedul',
);

const occupation =
  /(?:er|or|ist|ian|nurse|cook|chef|doctor|student|pilot|clerk|judge|attorney|analyst|assistant|manager|designer|midwife|guard|coach|mechanic|intern|freelancer|agent|consultant|accountant|librarian|architect|scientist|officer|secretary|captain|founder|professor)s?$/;

export function isOccupation(value: string): boolean {
  return (
    occupation.test(value.replace(/ (?:at|for|in|of|with) .*$/, '')) && value.split(' ').length <= 4
  );
}
