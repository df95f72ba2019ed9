import {
  activity,
  event,
  illness,
  known,
  lasting,
  nationality,
  occupation,
  often,
  pet,
  place,
  played,
  proper,
  relative,
  relatives,
  vehicle,
  words,
} from './english-words.ts';
import { type ExtractRule, ruleWith } from './extract-rule.ts';

const number = '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2})';
const some = `${words}(?: ${words}){0,12}`;
/** `books, films and walks`. */
const list = `${some}(?:, ${some})*`;
const parts: Record<string, string> = {
  activity,
  event,
  illness,
  lasting,
  nationality,
  number,
  occupation,
  often,
  pet,
  place,
  played,
  relative,
  relatives,
  vehicle,
  some,
  name: `(?!(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Sir|Maybe|Crazy|Today|Tomorrow)\\b)${proper}`,
  /** What may be liked: nothing that was named before, nothing that happens just now. */
  thing: `(?!(?:the (?!${known}\\b)(?!\\p{Lu}))|(?:to|it|so|if|this|that|those|these|them|him|her|you|your|yours|his|their|our|my|me|myself|how|what|when|where|why|who|whoever|whatever|all|both|such|another|some|any|each|every|one|everything|anything|nothing|being|having|hearing|knowing|getting|seeing|making|looking|thinking|feeling|learning|reading about|both|option|plan|number|an?|more|less|most|and|but|not|with|as|is|was|being)\\b)${list}`,
  hobby: `to ${activity}(?: ${words}){0,6}`,
  adverb: '(?:usually|normally|generally|typically|always|never|rarely|regularly|often)',
  who: `[Mm]y (?:(?:older|younger|big|little|eldest|oldest|youngest|twin|late|ex-|step-?)? ?)${relative}`,
  kin: `(?:(?:older|younger|big|little|eldest|oldest|youngest|twin) )?${relative}`,
  answers: '(?:answers|replies|responses|explanations|summaries)',
  style:
    '(?:short|brief|concise|terse|simple|formal|informal|casual|detailed|long|polite|friendly|direct|to the point|plain|factual|neutral)',
  language:
    '(?:English|British English|American English|Chinese|Mandarin|Cantonese|French|German|Spanish|Italian|Portuguese|Russian|Japanese|Korean|Dutch|Polish|Turkish|Arabic|Hindi|Urdu|Bengali|Swedish|Norwegian|Danish|Finnish|Greek|Czech|Hungarian|Ukrainian|Hebrew|Vietnamese|Thai|Swahili|Persian|Farsi|Romanian|Catalan|Welsh|Irish|Latin|Tagalog|sign language)',
  reply: `(?:(?:answer|reply|respond|explain)(?: ${some})?|(?:give|show|call|address|remind|ask) me ${some}|(?:speak|talk|write) to me ${some}|(?:write|format|cite|spell) (?:in|with|your|sources|code|dates) ?(?:${some})?|use (?:${words} ){0,2}(?:units|spelling|language|tone|english|format|words|sentences|emojis?|markdown|tables|bullet points|jargon|examples)(?: ${some})?)`,
  telling:
    '(?:answer|reply|respond|write|give me|use|keep|speak|talk|explain|format|include|add|avoid|start|end|cite|show me|convert|call me|address me|spell|be)',
};

const rule = ruleWith(parts, { anyCase: ['answers', 'health'] });

/** The first that fits a whole part of a sentence says what it tells. In the form that `plainPart` brings it to. */
export const englishRules: readonly ExtractRule[] = [
  rule(
    'answers',
    'I (?:prefer|like|want|need) ((?:{style},? (?:and )?)+{answers}(?: (?:in|without|with|as) {some})?|{answers} (?:in|without|with|as|to be) {some})',
    '{n} wants $1',
  ),
  rule(
    'answers',
    '(?:please )?(?:always )?(?:answer|reply|respond|write|speak|talk)(?: to)?(?: me)? (?:only )?in ({language})(?: from now on| in (?:the )?future| going forward)',
    '{n} wants answers in $1',
  ),
  rule(
    'answers',
    '(?:from now on|in (?:the )?future|going forward|always)(?: please)?(?: always)? (?:answer|reply|respond|write|speak|talk)(?: to)?(?: me)?(?: only)? in ({language})',
    '{n} wants answers in $1',
  ),
  rule(
    'answers',
    '(?:from now on|in (?:the )?future|going forward|by default)(?: please)?(?: always)? ({telling} {some})',
    '{n} wants the assistant to $1',
  ),
  rule('answers', '(?:please )?(always|never) ({reply})', '{n} wants the assistant to $1 $2'),
  rule('answers', '(?:please )?do not ever ({reply})', '{n} wants the assistant to never $1'),
  rule(
    'answers',
    '(?:please )?(?:(?:always|try to) )?keep (?:your|all|the) ({answers}(?: to me)? (?:{style}(?: and {style})?|(?:under|below|within) {some}))',
    '{n} wants the assistant to keep $1',
  ),
  rule(
    'answers',
    '(?:please )?(?:do not|stop) (?:use|using) (emojis?|bullet points|markdown|tables|exclamation marks|jargon|slang|abbreviations)(?: .*)?',
    '{n} wants the assistant not to use $1',
  ),
  // Who the speaker is.
  rule('identity', '[Mm]y (?:full |first |last |real )?name is ({name})', "{n}'s name is $1"),
  rule(
    'identity',
    '(?:please |just |you can |you may |feel free to )*[Cc]all me ({name})',
    '{n} wants to be called $1',
  ),
  rule(
    'identity',
    '(?:everyone|everybody|people|[Mm]y friends|most people|[Mm]y family|they all) calls? me ({name})',
    '{n} is called $1',
  ),
  rule('identity', 'I (?:go by|am called|am known as) ({name})', '{n} is called $1'),
  rule('identity', '[Mm]y birthday is (?:on |in )?((?:the )?{some})', "{n}'s birthday is $1"),
  rule('identity', 'I was born (in|on) ({place})', '{n} was born $1 $2'),
  rule('identity', 'I am (\\d\\d)(?: years old)?', '{n} is $1 years old'),
  rule('identity', 'I (?:just )?turned (\\d\\d)', '{n} is $1 years old'),
  rule('identity', '[Mm]y pronouns are ([a-z]+/[a-z]+)', "{n}'s pronouns are $1"),
  // Home.
  rule('home', '(?:I|[Ww]e) live (alone|with my {some})', '{n} lives $1'),
  rule(
    'home',
    '(?:I|[Ww]e) (?:all )?live (?:over )?(?:in|near|outside|on the outskirts of|close to) ((?:an? (?:small |big |tiny |old |large |little |rented |two-bedroom )*(?:house|flat|apartment|village|town|farm|cottage|cabin|houseboat|studio|suburb|dorm|condo|city|boarding house|townhouse|trailer|van)(?: .+)?)|{place}(?:, [^,]+){0,3})',
    '{n} lives in $1',
  ),
  rule('home', '(?:I|[Ww]e) have (?:lived|been living) in ({place})', '{n} has lived in $1'),
  rule(
    'home',
    '(?:I|[Ww]e) (?:have )?(?:moved|relocated) (?:back |over |here )?to ((?=(?:the )?\\p{Lu}){place})',
    '{n} moved to $1',
  ),
  rule(
    'home',
    'I am (?:based in|living in|settled in) ((?=(?:the )?\\p{Lu}){place})',
    '{n} lives in $1',
  ),
  rule('home', 'I am from ((?=(?:the )?\\p{Lu}){place})', '{n} is from $1'),
  rule('home', 'I come from ((?=(?:the )?\\p{Lu}){place})', '{n} comes from $1'),
  rule(
    'home',
    'I (?:was born and raised|was born and grew up|was raised|grew up) (in|near|on) ((?:an? (?:small |big |tiny )*(?:village|town|farm|city|island)(?: .+)?)|(?=(?:the )?\\p{Lu}){place})',
    '{n} grew up $1 $2',
  ),
  rule(
    'home',
    '[Mm]y (?:hometown|home town|home country) is ((?=\\p{Lu}){place})',
    "{n}'s hometown is $1",
  ),
  rule('home', 'I am ({nationality})', '{n} is $1'),
  // Work and study.
  rule('work', 'I (?:work|am working|freelance) as (an? .+)', '{n} works as $1'),
  rule(
    'work',
    'I work(?: nights| days| part-time| full-time| freelance| remotely| weekends)? (at|for) ((?!(?:home|night|nights|least|it|me|you|him|her|them|this|that|the (?:moment|weekend|time|best)|now|free|money|hours|fun|a living|dawn|noon|times)\\b){some})',
    '{n} works $1 $2',
  ),
  rule(
    'work',
    'I work in ((?:an? |the )?(?:\\p{L}+ )?(?:tech|IT|finance|marketing|healthcare|education|sales|HR|human resources|publishing|construction|logistics|insurance|retail|advertising|banking|hospitality|film|television|radio|consulting|engineering|biotech|politics|law|hospital|school|bank|restaurant|lab|laboratory|clinic|library|museum|factory|warehouse|kitchen|call center|call centre|pharmacy|nursery|kindergarten|café|cafe|bookshop|bookstore|government|army|navy|police)(?: (?:industry|sector|department|in .+))?)',
    '{n} works in $1',
  ),
  rule(
    'work',
    'I have (?:worked|been working) (at|for|as|in) ((?!(?:it|this|that|hours|a while|days|weeks|\\d+|two|three|the past)\\b){some})',
    '{n} has worked $1 $2',
  ),
  rule('work', 'I have been (?:teaching) ({thing})', '{n} has been teaching $1'),
  rule(
    'work',
    'I am (an? (?:\\p{L}+ ){0,2}{occupation}(?: (?:at|in|for|by|from|with) {some})?)',
    '{n} is $1',
  ),
  rule(
    'work',
    'I am (?:the|an?) ((?:head|director|owner|founder|co-founder|chief|ceo|CEO|CTO|CFO|vice president|principal|manager|captain|leader|member) (?:of|at) (?!(?:the (?:year|day|family|house|pack)|this|that|it)\\b){some})',
    '{n} is the $1',
  ),
  rule('work', '[Mm]y (?:job|profession|occupation) is ({thing})', "{n}'s job is $1"),
  rule(
    'work',
    'I (?:have )?(?:got|landed|found|took|started) (?:a|the) ((?:new )?job (?:at|with|as) {some})',
    '{n} started a $1',
  ),
  rule('work', 'I (?:have )?joined ((?=\\p{Lu}){some})', '{n} joined $1'),
  rule(
    'work',
    'I (?:have |was |got |have been |am )*(?:promoted) to ({some})',
    '{n} was promoted to $1',
  ),
  rule(
    'work',
    'I teach ((?!(?:him|her|them|you|it|my|people|myself|kids how)\\b){some})',
    '{n} teaches $1',
  ),
  rule(
    'work',
    '(?:I|[Ww]e) (run|own|co-own) (an? (?:\\p{L}+ ){0,3}(?:bakery|shop|store|company|business|restaurant|café|cafe|studio|agency|farm|startup|start-up|bar|gallery|hotel|clinic|salon|school|brewery|bookshop|bookstore|consultancy|firm|practice|gym|food truck|blog|channel|podcast|nonprofit|charity)(?: .+)?)',
    '{n} $1s $2',
  ),
  rule(
    'work',
    'I (?:study|am studying|major in|am majoring in) ((?!(?:best|better|hard|with|at|in|for|on|it|this|that|a lot|every)\\b){some})',
    '{n} studies $1',
  ),
  rule('work', 'I (?:study|am studying) (at|in) ((?=(?:the )?\\p{Lu}){some})', '{n} studies $1 $2'),
  rule(
    'work',
    'I (graduated|have graduated) from ((?=(?:the )?\\p{Lu}){some})',
    '{n} graduated from $2',
  ),
  rule(
    'work',
    'I am (retired|unemployed|self-employed|a freelancer|between jobs|on maternity leave|on parental leave)',
    '{n} is $1',
  ),
  rule('work', 'I (?:have )?retired( (?:in|on|since|from) .+)?', '{n} is retired'),
  // People and animals.
  rule('people', "({who})(?:'s|’s) (?:first )?name is ({name})", "$1's name is $2"),
  rule('people', '({who}) is (?:called|named) ({name})', '$1 is called $2'),
  rule(
    'people',
    '({who}(?: {name})?) is (an? (?:\\p{L}+ ){0,2}{occupation}(?: (?:at|in|for) {some})?)',
    '$1 is $2',
  ),
  rule(
    'people',
    '({who}(?: {name})?) (lives|works|studies|teaches) ((?:in|at|for|as|near|with) (?!(?:it|this|that|here|there|us|me|you|the (?:moment|fear|past)|fear|peace|home|denial)\\b){some})',
    '$1 $2 $3',
  ),
  rule(
    'people',
    '([Mm]y (?:parents|grandparents|in-laws|kids|children|sons|daughters|sisters|brothers|cousins)) (live|work|study|go to school) ((?:in|at|near) (?!(?:it|this|that|the (?:moment|past)|fear|peace|home)\\b){some})',
    '$1 $2 $3',
  ),
  rule(
    'people',
    '({who}(?: {name})?) is ((?:\\d{1,2}|{number}) years old|{nationality}|from (?=\\p{Lu}){place}|(?:allergic to|afraid of) {thing})',
    '$1 is $2',
  ),
  rule('people', '({who} {name}) is ((?:\\d{1,2}|{number})(?: and {some})?)', '$1 is $2'),
  rule('people', '({who}(?: {name})?) (loves|hates|likes|dislikes) ({thing})', '$1 $2 $3'),
  rule('people', '[Mm]y ({occupation}) is (?:(?:called|named) )?({name})', "{n}'s $1 is $2"),
  rule(
    'people',
    '(?:I|[Ww]e) have ({number} (?:\\p{L}+ ){0,2}(?:{relatives}|{kin})(?: (?:and|or) {number} (?:\\p{L}+ ){0,2}(?:{relatives}|{kin}))?(?: (?:in|from) {place})?(?:,? (?:named|called)? ?{name}(?:,? (?:and )?{name})*)?)',
    '{n} has $1',
  ),
  rule(
    'people',
    '(?:I|[Ww]e) do not have (?:any )?(kids|children|siblings|brothers or sisters|pets)',
    '{n} has no $1',
  ),
  rule(
    'people',
    '(?:I|[Ww]e) have ((?:twins|triplets|twin (?:girls|boys|sons|daughters)|no (?:kids|children|siblings)|a big family|{number} (?:kids|children)))',
    '{n} has $1',
  ),
  rule(
    'people',
    '(?:I|[Ww]e) (?:also )?(?:have|own|adopted|have adopted) ({number} (?:(?!(?:thing|for|of|to|with|fear|love|phobia)\\b)\\p{L}+ ){0,3}{pet}(?:,? (?:named|called) {name}(?:,? (?:and )?{name})*)?)',
    '{n} has $1',
  ),
  rule('people', '[Mm]y ({pet}) is (?:called|named) ({name})', "{n}'s $1 is called $2"),
  rule('people', "[Mm]y ({pet})(?:'s|’s) name is ({name})", "{n}'s $1's name is $2"),
  rule('people', '[Mm]y ({pet} {name}) is ((?:\\d{1,2}|{number}) years old)', "{n}'s $1 is $2"),
  rule(
    'people',
    'I am (single|divorced|widowed|engaged|(?:happily )?married(?: with {number} (?:kids|children))?)',
    '{n} is $1',
  ),
  rule(
    'people',
    'I am (married|engaged) to ((?:an? (?:\\p{L}+ ){0,2}{occupation})|{name})',
    '{n} is $1 to $2',
  ),
  rule(
    'people',
    '(?:I|[Ww]e|My (?:wife|husband|partner) and I) have been married (for|since) ({some})',
    '{n} has been married $1 $2',
  ),
  rule(
    'people',
    'I am (a (?:single |proud |new |working )*(?:mom|mum|mother|dad|father|parent)(?: (?:of|to) {some})?)',
    '{n} is $1',
  ),
  // Health and what is not eaten.
  rule(
    'health',
    'I am (?:\\p{L}+ly )?allergic to ((?!(?:mondays|tuesdays|fun|people|work|working|waking|getting|being|small talk|drama|mornings|bullshit|stupidity|exercise|deadlines|meetings|him|her|that|this|you|it|nothing|anything|everything)\\b){some})',
    '{n} is allergic to $1',
  ),
  rule('health', 'I have (an? (?:\\p{L}+ ){0,3}allergy(?: to {thing})?)', '{n} has $1'),
  rule(
    'health',
    'I (?:have|suffer from|live with) ({illness}(?: and {illness})?(?: in (?:both|my) [a-z]+(?: [a-z]+)?)?)(?: (?:since|so|which|for) .+)?',
    '{n} has $1',
  ),
  rule(
    'health',
    'I (?:was|have been|got) (?:recently )?diagnosed with ({illness}(?: (?:in|when|at|as) .+)?)',
    '{n} was diagnosed with $1',
  ),
  rule(
    'health',
    'I am (lactose[ -]intolerant|gluten[ -]intolerant|diabetic|asthmatic|epileptic|dyslexic|autistic|bipolar|colou?r[ -]?blind|deaf(?: in (?:one ear|my (?:left|right) ear))?|hard of hearing|near-?sighted|short-sighted|h(?:a|ae)?emophiliac|a celiac|a coeliac|HIV positive|immunocompromised|in a wheelchair|in recovery|a cancer survivor|pregnant)',
    '{n} is $1',
  ),
  rule(
    'health',
    'I use (a wheelchair|a hearing aid|hearing aids|an inhaler|a walker|a CPAP machine)',
    '{n} uses $1',
  ),
  rule(
    'health',
    'I take ({some} for (?:my )?{illness}|(?:\\d+ ?mg (?:of )?)?[a-z]+(?:in|ol|ine|ide|one|pril|tan|am|xine|zole|cin|ate|ium) .*{often}|insulin|blood thinners|antidepressants|blood pressure (?:pills|medication))',
    '{n} takes $1',
  ),
  rule(
    'health',
    'I (?:cannot|am not allowed to|am unable to) (eat|drink|have|tolerate|take|digest) ((?!(?:and|or|at|another|any|anymore|more|that|this|it|the|much|too|enough|my|your|you|a|an|on|up|over|off|care|part|everything|all)\\b){some})',
    '{n} cannot $1 $2',
  ),
  rule(
    'health',
    'I (?:do not|never) (eat|drink) ((?!(?:and|or|it|that|this|them|much|enough|too|there|here|the|my|your|out|well|properly|breakfast|lunch|dinner|a lot|like|when|before|after|because|anything|at|in|with)\\b){some})',
    '{n} does not $1 $2',
  ),
  rule('health', 'I do not (drink|smoke)(?: at all)?', '{n} does not $1'),
  rule(
    'health',
    'I am (?:an? )?(?:strict |committed )?(vegetarian|vegan|pescatarian|teetotal|teetotaller|on a (?:keto|gluten-free|low-carb|low-sodium|dairy-free|vegan|vegetarian|Mediterranean) diet)(?: (?:for|since) .+)?',
    '{n} is $1',
  ),
  rule(
    'health',
    'I have been (?:an? )?(?:strict )?(vegetarian|vegan|pescatarian|sober)( (?:for|since) .+)?',
    '{n} has been $1$2',
  ),
  rule(
    'health',
    'I (?:eat|keep|follow) (halal|kosher|gluten-free|a (?:keto|gluten-free|low-carb|vegan|vegetarian|dairy-free) diet)',
    '{n} eats $1',
  ),
  // Likes and dislikes.
  rule(
    'likes',
    '[Mm]y (?:all-time |absolute |current )?favou?rite ((?!(?:part|thing|bit|one|of)\\b)\\p{L}+(?: (?:of all time|to {activity}|(?!(?:is|are|about|in)\\b)\\p{L}+)){0,2}?) (?:is|are|has always been|would be) ((?:The |"?(?=\\p{Lu}))?(?!(?:[Tt]his|[Tt]hat|[Ii]t|when|how|the (?!\\p{Lu})|probably|definitely|your|still|where|so|it|one|by|not|being|called)\\b){some})',
    "{n}'s favourite $1 is $2",
  ),
  rule(
    'likes',
    '[Oo]ne of my (?:all-time |absolute )?favou?rite ([\\p{L} ]+?) is ((?!(?:[Tt]his|[Tt]hat|[Ii]t|when|how|the|a|an|your|where|so)\\b){some})',
    "one of {n}'s favourite $1 is $2",
  ),
  rule(
    'likes',
    '((?=\\p{Lu})(?!(?:This|That|It|These|They|Here|There|He|She|My|Your)\\b){some}) is (?:also )?my (?:all-time |absolute )?favou?rite (\\p{L}+)',
    "{n}'s favourite $2 is $1",
  ),
  rule(
    'likes',
    '(?:I|[Ww]e) (?:(?:also|both|all|do) )*(love|like|enjoy|adore) ({thing})',
    '{n} $1s $2',
  ),
  rule('likes', 'I (love|like) ({hobby})', '{n} $1s $2'),
  rule('likes', 'I have always (loved|liked|enjoyed) ({thing})', '{n} has always $1 $2'),
  rule(
    'likes',
    'I am (?:an? )?(?:big|huge|massive|great|lifelong|total|real)? ?(?:fan|lover) of ({thing})',
    '{n} is a fan of $1',
  ),
  rule(
    'likes',
    'I am (?:an? )?(?:big|huge|massive|great|lifelong|total|real) ((?:\\p{L}+ ){1,3})fan',
    '{n} is a fan of $1',
  ),
  rule(
    'likes',
    'I am (?:very |quite |super |so )?(passionate about|fond of|interested in|into|obsessed with|crazy about) ({thing})',
    '{n} is $1 $2',
  ),
  rule('likes', 'I prefer ({thing})', '{n} prefers $1'),
  rule(
    'dislikes',
    '(?:I|[Ww]e) (?:(?:also|both|all) )*(hate|dislike|detest) ({thing})',
    '{n} $1s $2',
  ),
  rule(
    'dislikes',
    'I (?:do not|never) (?:like|enjoy|liked) ({thing}|{hobby})',
    '{n} does not like $1',
  ),
  rule('dislikes', 'I (?:cannot|could never) stand ({thing})', '{n} cannot stand $1'),
  rule(
    'dislikes',
    'I am not (?:an? )?(?:big |huge |great |much of a )?(?:fan of|fond of|into|keen on) ({thing})',
    '{n} is not fond of $1',
  ),
  rule('dislikes', 'I am (?:\\p{L}+ )?(afraid|scared|terrified) of ({thing})', '{n} is $1 of $2'),
  rule('dislikes', 'I have (a (?:\\p{L}+ )?fear of {thing})', '{n} has $1'),
  // Habits.
  rule('habit', 'I (?:{adverb} )?({activity}) ((?:.+ )?{often}(?: .+)?)', '{n} {verb:1} $2'),
  rule(
    'habit',
    'I ({adverb}) ({activity}) ((?!(?:for|along|with|this|that|the (?:same|last|first)|it|them|him|her|you|your|a (?:word|chance))\\b){some})',
    '{n} $1 {verb:2} $3',
  ),
  rule(
    'habit',
    'I ({adverb}) (travel|fly|commute|drive|cook|volunteer) (for (?:work|fun)(?: {some})?)',
    '{n} $1 {verb:2} $3',
  ),
  rule(
    'habit',
    'I (get up|wake up|go to bed) ((?:at|around) (?:\\d{1,2}|{number}|midnight)(?::\\d\\d)?(?: ?[ap]m| in the morning)?)',
    '{n} {verb:1} $2',
  ),
  rule(
    'habit',
    'I (?:have been) (playing|practi[sc]ing|learning|studying|running|swimming|dancing|painting|singing|climbing|skating|boxing|doing) ({thing} (?:since|for) .+)',
    '{n} has been $1 $2',
  ),
  rule(
    'habit',
    'I play ((?:the )?{played}(?:(?: and|,) (?:the )?{played})*(?: (?:in|for|with|as|on|at|every|since|professionally|competitively|semi-professionally) ?(?:{some})?)?)',
    '{n} plays $1',
  ),
  rule(
    'habit',
    'I (do|practi[sc]e) ((?:yoga|pilates|karate|judo|tai chi|ballet|boxing|meditation|mindfulness|archery|gymnastics|crossfit|calligraphy|pottery|martial arts|kung fu|taekwondo|jiu-jitsu)(?: .+)?)',
    '{n} {verb:1} $2',
  ),
  rule(
    'habit',
    'I speak ((?:fluent |some |a little |basic )?{language}(?:(?:,| and|, and) (?:fluent |some |a little |a bit of |basic )?{language})*)',
    '{n} speaks $1',
  ),
  rule(
    'habit',
    'I am learning (?:how )?((?:to (?:play|speak|cook|code|sail|surf|knit|sew|ski|swim|drive|paint|draw|dance|fly|ride) ?.*)|{language}|(?:the )?(?:guitar|piano|violin|cello|drums|ukulele|flute|saxophone|harp)|(?:Python|Rust|JavaScript|TypeScript|Java|Go|C\\+\\+|web development|programming|coding|pottery|photography))',
    '{n} is learning $1',
  ),
  rule('habit', 'I drive (an? {vehicle})', '{n} drives $1'),
  rule(
    'habit',
    'I volunteer (at|in|for|with) ((?!(?:it|this|that)\\b){some})',
    '{n} volunteers $1 $2',
  ),
  rule('habit', 'I (?:commute|go to work|get to work) (by {some})', '{n} commutes $1'),
  rule('habit', 'I (collect) ({thing})', '{n} collects $2'),
  // Decisions.
  rule(
    'decision',
    '(?:I|[Ww]e) (?:have )?decided (not )?(to {lasting}\\b(?! (?:it|that|this|there|here)\\b).*)',
    '{n} decided $1$2',
  ),
  rule(
    'decision',
    '(?:I|[Ww]e) have decided (not )?(to (?!(?:take an?|grab|order|skip|wait|go to bed|have|call it|sleep|ignore|forgive|believe|trust|see|let|do)\\b).+)',
    '{n} decided $1$2',
  ),
  rule('decision', '(?:I|[Ww]e) have decided (on|against) ({thing})', '{n} decided $1 $2'),
  rule(
    'decision',
    '[Ww]e (?:am going|decided to go|went|have gone) with ((?=\\p{Lu}){some})',
    '{n} decided to go with $1',
  ),
  rule('decision', '(?:I|[Ww]e) (?:have )?(?:settled on|opted for) ({thing})', '{n} decided on $1'),
  rule(
    'decision',
    'I (?:have )?(?:quit|gave up|given up|stopped) (smoking|drinking|alcohol|sugar|coffee|caffeine|meat|gluten|dairy|social media|gambling|vaping)( (?:in|on|since) .+)?',
    '{n} quit $1$2',
  ),
];

/** What is to come: a part of a sentence that names one time by the calendar. */
export const englishPlans: readonly ExtractRule[] = [
  rule(
    'plan',
    '(?:I|[Ww]e) am ((?:going to (?!be (?:late|back|fine))|planning to |starting |moving |flying |travell?ing |driving |getting (?!sick|tired|better|used|ready|there|old|bored|closer)|having (?!(?:an? )?(?:great|good|bad|hard|rough|lovely|tough|nice|wonderful|terrible|amazing|awful|blast|fun|trouble|doubts|second|problems|difficult)\\b)|taking |visiting |running |attending |hosting |leaving |returning |graduating |joining |competing |performing |launching |opening |presenting |giving |meeting |seeing |going (?!to\\b)|due |defending |speaking |playing |staying |retiring |interviewing |hiking |adopting |marrying |applying |enrolling |volunteering ).+)',
    '{n} is $1',
  ),
  rule(
    'plan',
    '(?:I|[Ww]e) (?:have|have got) ((?:(?:an?|my|another|the) (?:[\\p{L}-]+ ){0,3}{event}|surgery|jury duty).*)',
    '{n} has $1',
  ),
  rule('plan', '({who}(?: {name})?) turns ((?:\\d{1,3}|{number}) .+)', '$1 turns $2'),
  rule(
    'plan',
    '(?:I|[Ww]e) want to ((?:run|visit|move (?!on\\b)|travel|fly|climb|hike|finish|marry|retire|graduate|launch|open) .+)',
    '{n} wants to $1',
  ),
  rule(
    'plan',
    '[Mm]y ((?:[\\p{L}-]+ ){0,2}{event}(?: (?:to|in|at|with|for) {name})?) (is|starts|begins|ends|takes place|is scheduled|is due|expires) (.+)',
    "{n}'s $1 $2 $3",
  ),
  rule(
    'plan',
    '(?:I|[Ww]e) (?:will|plan to|am scheduled to|am supposed to|am set to) ((?:be in|move|start|fly|travel|visit|marry|get married|take (?:my|an|the) .*{event}|graduate|retire|attend|join|open|launch|have (?:surgery|an operation)|perform|compete|go to|run (?:the|a|my)).+)',
    '{n} will $1',
  ),
];
