import type { LanguageCues } from './language-cues.ts';

export const english: LanguageCues = {
  short:
    "the and is my i i'm to of a for with on it not you are at was have this that they we but your what how don't im can no",
  opens:
    'so and but ok okay now then anyway also or please pls btw right well just hi hello hey thanks thank_you quick oh yes yeah yep um uh sorry fyi ah morning evening good_morning good_evening',
  tells:
    "i i'm im i've ive i'd i'll my we we're we've our he he's she she's they they're it's its that's there's because since as which who",
  points:
    "he he's she she's they they're they've it it's his her their its this that that's these those him them there here which who",
  states:
    "i_live_in we_live_in i_work_as i_work_at i_work_for i_work_in i_teach i_study i_run_a i_own i_drive i_speak i_play i_sing i_swim i_collect i_volunteer i'm_allergic i_am_allergic i'm_vegan i'm_vegetarian i'm_diabetic i'm_from i_am_from i'm_originally i_was_born i_grew_up i_moved_to we_moved_to i've_been_living i_have_been my_name_is call_me i_prefer i_love i_hate i_like i_can't_stand i_don't_eat i_don't_drink i_never i_always i_usually my_favourite my_favorite never_use always_use always_answer we_decided we've_decided we_use i'm_flying_to i'm_getting i'm_starting",
  first: "i i'm im i've ive i'd i'll my mine myself me we we're we've our ours us",
  people:
    'wife husband partner mum mom mam dad mother father son daughter brother sister kid kids child children baby twin* gran nan grandma grandpa grandmother grandfather aunt uncle cousin niece nephew boyfriend girlfriend fiancé* fiance* flatmate roommate housemate lodger boss manager colleague dog dogs cat cats puppy kitten hen hens horse stepson stepdaughter godmother mate missus lad in-law dr doc gp therapist accountant landlord landlady',
  lasting:
    "always never every each usually since ever ago anymore any_more no_longer only from_now_on going_forward forever permanently prefer* allergic allergy intolerant vegan vegetarian coeliac celiac diabetic favourite favorite can't_stand hate love moved live lives lived work works worked born married divorced retired own owns speak speaks used_to gave_up quit stopped started switched daily weekly mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends nights mornings for_good don't doesn't won't",
  passing:
    "today tonight now right_now currently just this_morning this_evening tonight tired hungry bored ugh still again yesterday tomorrow minute minutes hour hours stuck argh waiting lunch quick sec can't_wait brb headache",
  reported:
    "says said saying told tells claims according reckons swears thinks heard read someone somebody posted tweeted quote quoted quotes apparently guy bloke article people they're headline review",
  supposed:
    "if imagine suppose supposing would would've wouldn't wish pretend let's_say say_i hypothetically could've were_to had_i maybe might what_if",
  made: 'story stories novel poem song lyrics character role roleplay play act pretend fiction narrator scene dialogue script monologue ad slogan bio translate translation proofread rewrite quote caption email letter essay exam question homework exercise worksheet sample dummy fake test forwarded pasted copied below text line joke limerick haiku riddle game player dungeon villain in_the_voice persona blurb cover_letter template paragraph sentence grammar opening',
  irony:
    'lol lmao haha obviously famously yeah_right oh_great because_nothing apparently practically basically sure wow brilliant fantastic lovely joking kidding joke',
  requests:
    "write give make tell list explain show draft suggest recommend help find plan create build pick name translate rewrite summarise summarize convert compare check describe generate compose add turn put fix calculate remind define design sort need come settle correct outline walk rank alphabetise alphabetize format edit look do can_you could_you would_you will_you can_i could_i can_we should_i shall_i please pls let's lets",
  asks: "what what's whats which who whose where when why how how's is are am was were do does did can could should would will have has any worth",
  health:
    'allergic allergy allergies intolerant intolerance coeliac celiac vegan vegetarian pescatarian halal kosher gluten dairy nuts diabetes diabetic insulin asthma epilepsy migraine* pregnant surgery operation diagnosed diagnosis meds medication tablets mg pill pills blood pressure heart knee back pain injury injured adhd autistic autism dyslexi* dyspraxi* deaf blind colourblind wheelchair stroke cancer chemo arthritis tinnitus anxiety depression sober alcohol eat meat pork sugar low_carb dialysis hearing_aid pacemaker eczema psoriasis',
  answers:
    'answer answers reply replies respond response explain bullet bullets tables emoji emojis concise brief short shorter plain_english jargon metric celsius fahrenheit units spelling formal informal call_me address_me pronouns they/them step_by_step tone format caveats preamble sentences summary first_name cite sources code_comments',
  home: 'live lives living moved house flat apartment cottage bungalow village town city neighbourhood street road rent mortgage garden kitchen bedroom landlord floor croft farmhouse terrace',
  work: 'work works working job shift shifts employer boss colleague* manager company firm clients customers freelance self-employed apprentice* degree studying student university college course exam retired nurse teacher driver engineer shop business salon clinic office school i_teach i_run i_manage',
  plan: 'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday next_week next_month next_year booked flying starts starting deadline due wedding getting_married moving_to will going_to appointment',
  project:
    "we're we_use our_team team repo codebase pipeline deploy deployed deploys branch python typescript javascript java rust golang react vue django postgres mysql docker kubernetes ci api server client schema release sprint staging prod decided decision agreed library framework linux tests lint",
  likes:
    "like likes love loves hate hates prefer favourite favorite can't_stand fan hobby play plays knit knitting guitar piano running cycling climbing football rugby chess reading collect collection band choir game games",
};
