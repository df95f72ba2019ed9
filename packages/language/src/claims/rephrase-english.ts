import { type RephraseRules, rephrased, ruleWith } from './rephrase-rules.ts';

/**
 * What is said in many ways, in the one way that `read-english.ts` reads. Names, roles and objects stay as they are written;
 * what none of these fits is left alone.
 */
export function rephraseEnglish(text: string): string {
  const plain = text
    .trim()
    .replace(/[’‘]/g, "'")
    .replace(/[.!]+$/, '')
    .replace(/^The user\b/, 'User')
    .replace(/\bthe user\b/g, 'User');
  return rephrased(plain, rules)
    .replace(/\bI's\b/g, 'my')
    .replace(/\bUser's? 's\b/g, "User's");
}

const capital = "(?:\\p{Lu}[\\p{L}\\d-]*\\.?)(?!')";
const parts: Readonly<Record<string, string>> = {
  name: `(?!(?:User|The|I|My|It|He|She|They|We|Our|This|That)\\b)${capital}(?: ${capital})*`,
  relative:
    '(?:(?:best|close|old|younger|older|elder|little|big) )?(?:daughter|son|child|sister|brother|cousin|aunt|uncle|niece|nephew|friend|colleague|coworker|roommate|flatmate|neighbou?r|classmate|grandmother|grandfather|grandson|granddaughter|dog|cat|pet|horse|rabbit|hamster|parrot|mentor|therapist|assistant|twin)',
  spouse: '(?:wife|husband|spouse)',
  boss: '(?:manager|boss|supervisor|line manager)',
  answers: '(?:the )?(?:all )?(?:answers|replies|responses)',
  wishes:
    '(?:now )?(?:wants?|prefers?|likes?|would like|asks? for|asked for|wishes)(?: to (?:get|have|receive))?',
  language:
    '(?:English|Chinese|Mandarin|French|German|Spanish|Italian|Portuguese|Russian|Japanese|Korean|Dutch|Polish|Turkish|Arabic|Hindi|Swedish)',
  form: '(?:[a-z]+ )?(?:plain text|[Mm]arkdown|bullet points|bullets|tables?|prose|JSON|lists?|(?:full )?paragraphs)',
  briefly: '(?:short|brief|concise|terse)',
  fully: '(?:long|longer|detailed|thorough|in-depth|exhaustive)',
  dose: '\\d[\\d.,]* ?(?:mg|mcg|µg|g|ml|IU|units|tablets?|pills?)',
  // Not `when coding`, `about health`: those are wishes for some answers alone.
  whatever: '(?= now\\b| from now on\\b|[.,;!]|$)',
  done: '(?:finished|completed|done|submitted|handed in|turned in)',
  doing: '(?:finish|complete|submit|hand in|turn in)',
  dwelling: '(?:[\\w-]+ )*?(?:flat|apartment|condo|studio|house|home|room|townhouse|place)',
  day: '(?=[^,]*(?:\\d|day\\b|tomorrow|end of))',
};

const rule = ruleWith(parts);

const rules: RephraseRules = [
  // Who is meant: `Carla, User's best friend, …`, `User has a son named Eli, who …`
  rule("^({name}), (User|I|{name})'s ({relative}), ", "$2's $3 $1 "),
  rule("^(User's|[Mm]y|{name}'s) ({relative}), ({name}), ", '$1 $2 $3 '),
  rule('^({name}), an? ({relative}) of (User|{name}), ', "$3's $2 $1 "),
  rule(
    "^(User|I|{name})(?: has| have|'s) an? ({relative})(?:,| named| called) ({name}),? (?:who |aged |age )",
    "$1's $2 $3 is ",
  ),
  rule("^(User's|[Mm]y|{name}'s) ({relative}) is ({name}), who ", '$1 $2 $3 '),
  rule("^((?:User's|[Mm]y|{name}'s) {relative} {name}), (?:an? |the )[^,]+, ", '$1 '),
  rule("^((?:User's|[Mm]y|{name}'s) {relative} {name}), who ([^,]+), ", '$1 $2 and '),
  rule('\\bis (?=(?:is|are|was|has|lives|works|moved|studies|likes|plays|goes|drives) )', ''),
  // Roles and relatives, from either side.
  rule('^({name}|User|I) is (?:the )?{spouse} of (User|{name})$', '$2 is married to $1'),
  rule("^({name}|User|I) is (User|{name})'s {spouse}$", '$2 is married to $1'),
  rule(
    "^(User|{name}|I)'s {spouse}(?:'s name)? is (?:called |named )?({name})$",
    '$1 is married to $2',
  ),
  rule("^[Mm]y {spouse}(?:'s name)? is (?:called |named )?({name})$", 'I am married to $1'),
  rule(
    '^(User|I|{name}) (?:(?:directly )?reports? (?:directly )?to|works? under) ({name})(?=,? now\\b| instead$|$)',
    "$1's manager is $2",
  ),
  rule('^({name}) (?:manages|supervises) (User|{name})$', "$2's manager is $1"),
  rule('^({name}) mentors (User|{name})$', "$2's mentor relative-is $1"),
  rule(
    '^(User|I|{name}) shares? an? (?:flat|apartment|room) with ({name})$',
    "$1's roommate relative-is $2",
  ),
  rule('^({name}) is (?:the |an? )?({relative}) of (User|{name})$', "$3's $2 relative-is $1"),
  rule("^({name}) is (User|{name})'s ({relative})$", "$2's $3 relative-is $1"),
  rule('^({name}) is [Mm]y ({relative})$', 'my $2 relative-is $1'),
  rule(
    '^(User|I|{name}) (?:has|have|owns?) an? ({relative}),? (?:(?:named|called) )?({name})$',
    "$1's $2 relative-is $3",
  ),
  rule(
    "^(User's|[Mm]y|{name}'s) ({relative})(?:'s name)? is (?:called |named )?({name})$",
    '$1 $2 relative-is $3',
  ),
  rule('^(User|I) (?:is|am) the (?:son|daughter|child) of ({name})$', "$1's parent relative-is $2"),
  rule(
    "^(User's|[Mm]y) (?:mother|father|mom|mum|dad) is (?:called |named )?({name})$",
    '$1 parent relative-is $2',
  ),
  rule("^({name}) is (User's|[Mm]y) (?:mother|father|mom|mum|dad)$", '$2 parent relative-is $1'),
  rule('^({name}) is the (\\w+(?: \\w+)? of (?!User).+)$', 'The $2 is $1'),
  rule('^(.+?) is (?:led|headed|chaired) by ({name})$', 'The lead of $1 is $2'),
  rule('^({name}) (?:leads|heads|runs) (the .+|Project .+)$', 'The lead of $2 is $1'),
  rule('^({name}) chairs (.+)$', 'The chair of $2 is $1'),
  rule(
    '^({name}) (?:has |is )?(?:took|taken|taking) over (?:from ({name}) )?as (?!an? )(.+?)(?: from {name})?$',
    'The $3 changed to $1',
  ),
  rule(
    '^({name}) (?:has )?(?:took|taken) over the (lead|chair|management) of (.+?)(?: from {name})?$',
    'The $2 of $3 changed to $1',
  ),
  rule(
    '^({name}) (?:has )?(?:replaced|succeeded|succeeds|replaces|followed) {name} as (?!an? )(.+)$',
    'The $2 changed to $1',
  ),
  rule("^The (?:new )?((?:User|[\\p{L}]+)'s |the )", '$1'),
  rule(
    '^The headcount of (.+?) (?:is|has) (?:now )?(?:grown to |at )?(\\d[\\d,]*)$',
    '$1 has now $2 people',
  ),
  rule('^The ([\\p{L} -]+?) of (?:the|our) (?:company|firm|team) (?=is |was |changed )', 'The $1 '),
  rule(
    '^({name}) (?:has become|became|was named|was appointed) (?:the )(?:new )?(.+?)(?: (?:after|when|since) .+)?$',
    'The $2 changed to $1',
  ),
  rule('^(?:.+ and )?({name}) is (?:now )?the new (.+)$', 'The $2 changed to $1'),
  // One thing for another.
  rule(
    '\\b(?:dropped|abandoned|ditched|left|gave up on|gave up) (.+?) (?:in favou?r of|for) ',
    'switched from $1 to ',
  ),
  rule('\\b(?:has |have )?(?:given|gave) up (?=\\w)', 'quit '),
  rule('\\b(?:has |have )?moved out of (?:the|their|his|her|my) ', 'quit '),
  rule("\\bquit parents'? (?:house|home|place|flat)\\b", 'quit parents'),
  rule('\\b(?:has |have )?(?:took|taken) up ', 'started '),
  rule('\\b(?:has |have )?(?:went|gone|is) back to ', 'again started '),
  rule('\\b(?:has |have )?(?:resumed|returned to) ', 'again started '),
  rule('\\bstarted (?:dating|seeing) ', 'is now dating '),
  rule('\\bstopped going to (?:the )?', 'quit '),
  rule(
    '^(User|I) and ({name}) (?:got|are|were|have gotten) (?:now )?(married|engaged)\\b',
    '$1 is now $3 to $2',
  ),
  rule(
    '^(User|I) and ({name}) (?:(?:have |are )?(?:broke|broken|split|got divorced|divorced|separated)(?: up)?|(?:have )?called off the (?:engagement|wedding))',
    '$1 broke up with $2',
  ),
  rule(
    '\\bha(?:s|ve) a (?:new )?(?:boyfriend|girlfriend|partner)(?= now|$)',
    'is in a relationship',
  ),
  rule('\\bcelebrated (?:his|her|their) (\\d+)(?:st|nd|rd|th) birthday\\b', 'turned $1'),
  rule('\\blives in a rented (?=\\w)', 'rents a '),
  rule('\\bis the (?:proud )?owner of ', 'has '),
  rule('\\bunder way\\b', 'underway'),
  // How to be called and answered.
  rule(
    '^(User|I) (?:(?:{wishes}|asks|asked|goes)(?: now)? to be|(?:likes|prefers) being) (?:called|addressed as|referred to as) ',
    '$1 goes by ',
  ),
  rule(
    '^(User|I) {wishes} {answers}(?: to be)? in ({language}){whatever}',
    "$1's answerlanguage is $2",
  ),
  rule('^(User|I) {wishes} to be answered in ({language}){whatever}', "$1's answerlanguage is $2"),
  rule(
    '^(?:[Ff]rom now on,? )?(?:please )?(?:[Aa]nswer|[Rr]eply to|[Rr]espond to) (User|me) in ({language})',
    "User's answerlanguage is now $2",
  ),
  rule(
    '^(User|I) {wishes} {answers}(?: to be)? (?:in|as|with) ({form}){whatever}',
    "$1's answerform is $2",
  ),
  rule('^(User|I) {wishes} {briefly} {answers}{whatever}', "$1's answerlength is short"),
  rule('^(User|I) {wishes} {fully} {answers}{whatever}', "$1's answerlength is long"),
  rule('^(User|I) {wishes} {answers} to be {briefly}{whatever}', "$1's answerlength is short"),
  rule('^(User|I) {wishes} {answers} to be {fully}{whatever}', "$1's answerlength is long"),
  // Where one lives.
  rule(
    '\\bbought (an? {dwelling}(?: (?:in|near|on) {name})?) and (?=quit|moved|no longer|stopped)',
    'now owns $1 and ',
  ),
  rule('\\bbought (?=an? {dwelling}(?: (?:in|near|on) {name})?$)', 'owns '),
  // Amounts.
  rule(
    "^(User|I|{name}|(?:User|{name})'s \\w+) takes? ({dose}) (?:of )?(\\p{L}+)",
    "$1's $3 dose is $2",
  ),
  rule(
    "^((?:User|{name})'s [\\p{L}]+) (?=(?:was|has been) \\w+ (?:from .+ )?to {dose})",
    '$1 dose ',
  ),
  rule(
    "^(User|I|{name}|(?:User|{name})'s \\w+) pays? (.+?) (?:of|in|for) rent\\b",
    "$1's rent is $2",
  ),
  rule('\\bis (?:now )?(?:down|up) to (?=\\d)', 'is now '),
  rule(
    '^(User|I|{name}) is (?:the |an? )?(?:mother|father|parent|mom|dad) of (two|three|four|five|\\d)$',
    '$1 has $2 children',
  ),
  rule('^(?:The )?[Mm]onthly rent\\b', 'The rent'),
  rule('^(User|I|{name}) (?:got|received) a (?:pay )?raise to ', "$1's salary was raised to "),
  rule('\\bemploys (?=\\d)', 'has '),
  // Work that is under way.
  rule(
    '^(User|I) (?:is|am) half(?:way| way) through (?:the|their|my) ([\\w -]+)$',
    "$1's $2 is halfdone",
  ),
  rule('\\bhalf(?:way)?[- ](?:done|finished|complete|completed|through|ready)\\b', 'halfdone'),
  rule(
    '^(User|I) (?:has|have) not (?:yet )?(?:started|begun)(?: \\w+ing| on)? (?:the|their|my) ([\\w -]+?)(?: yet)?$',
    "$1's $2 is unstarted",
  ),
  rule(
    '^(User|I) (?:is|am) (?:still )?(?:writing|preparing|working on|building) (?:the|their|my) ([\\w -]+)$',
    "$1's $2 is ongoing",
  ),
  rule(
    '^(User|I) (?:has |have )?(?:now |just )?(?:finished|completed)(?: \\w+ing)? (?:the|their|my) (?!first|second|draft)([\\w -]+)$',
    "$1's $2 is now finished",
  ),
  rule(
    '^(User|I) (?:has|have) not (?:yet )?(booked|submitted|sent|paid|filed|signed) (?:the|their|my) ([\\w -]+?)(?: yet)?$',
    "$1's $3 is not $2",
  ),
  rule(
    '^(User|I) (?:has |have )?(booked|submitted|sent|paid|filed|signed) (?:the|their|my) ([\\w -]+)$',
    "$1's $3 is now $2",
  ),
  // What must be done by when.
  rule('^(?:The |the )?(.+?) (?:is|are) due (?:on|by) {day}', 'The deadline for $1 is '),
  rule(
    '^(?:The |the )?(.+?) (?:must|has to|have to|needs to|need to) be {done} (?:by|before|on|no later than) {day}',
    'The deadline for $1 is ',
  ),
  rule(
    '^(User|I) (?:must|has to|have to|needs? to) {doing} (?:the|their|my) (.+?) (?:by|before|on|no later than) {day}',
    "$1's $2 deadline is ",
  ),
  rule("^The deadline for (User|{name})'s (.+?) is ", "$1's $2 deadline is "),
  rule(
    '^(?:The |the )?((?:[\\w-]+ )*(?:invoice|bill|rent|tax|fee|fine)s?) (?:must|has to|have to|needs to) be paid (?:by|before|on|no later than) {day}',
    'The deadline for $1 is ',
  ),
  // What was chosen.
  rule(
    '^(?:The decision (?:was|is)(?: made)? (?:to (?:use|go with|adopt|choose|take)|on|for)|It was decided to (?:use|go with|adopt)|(?:The team|The project|We) (?:has |have )?(?:decided (?:to (?:use|go with|adopt|take)|on|for)|chose|chosen|picked|went with|settled on|opted for|adopted|adopts|selected)) ',
    'The decision chosen-is ',
  ),
  rule(
    '^(.+?) (?:has |have )?(?:decided (?:to (?:use|go with|adopt|take)|on|for)|chose|chosen|picked|went with|settled on|opted for|selected) ',
    '$1 chosen-is ',
  ),
  // Health.
  rule(
    "\\b(?:cannot|can't|can not|must not|may not) (?:take|eat|have|tolerate|drink|be given) (.+?) (?:because of|due to) (?:an?|the|his|her|their) allergy$",
    'is allergic to $1',
  ),
  rule(
    '\\b(?:suffers from|(?:was|has been|is) diagnosed with) (?=[a-z]+(?: [a-z]+)?(?: \\d)?(?: [a-z]+)?$)(?!his|her|their|my|an? |two|three|one)',
    'has ',
  ),
  // What is liked.
  rule('\\blikes? (.+?) (?:best|most|most of all|the most)$', 'prefers $1'),
  rule('\\blikes? (.+?) (?:more|better) than ', 'prefers $1 to '),
  rule('\\bwould rather ', 'prefers to '),
  rule('\\b(?:wants|prefers|likes) no ', 'hates '),
  rule("\\b(?:does not|doesn't) (?:want|like) (?!to\\b)", 'hates '),
  rule('\\bearlier than\\b', 'before'),
  rule('\\blater than\\b', 'after'),
  rule('\\bphone calls\\b', 'calls'),
];
