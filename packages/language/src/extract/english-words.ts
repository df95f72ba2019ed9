/** As alternatives of a pattern. */
function any(words: string): string {
  return `(?:${words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '))
    .join('|')})`;
}

export const occupation = any(`
accountant actor actress analyst architect artist astronomer attorney author baker banker barber barista bartender biologist bookkeeper
bookseller bus_driver butcher carer caregiver carpenter cashier chef chemist chiropractor cleaner clerk coach comedian
composer consultant contractor cook copywriter counselor counsellor curator dancer data_scientist data_engineer dentist designer
detective developer dietitian director doctor driver economist editor electrician engineer entrepreneur farmer filmmaker
firefighter fisherman flight_attendant florist freelancer gardener geologist goldsmith graphic_designer grad_student hairdresser
historian housewife illustrator intern interpreter jeweller jeweler journalist judge lab_technician landscaper lawyer lecturer
librarian lifeguard locksmith machinist make-up_artist marketer mathematician mechanic midwife miner model musician neurologist
novelist nurse nutritionist optician painter paramedic pastor pediatrician pharmacist philosopher photographer physicist physician
physio physiotherapist pianist pilot plumber poet police_officer politician potter preacher priest producer product_manager professor
programmer project_manager psychiatrist psychologist radiologist realtor receptionist recruiter researcher sailor
sales_manager sales_rep salesman saleswoman scientist sculptor secretary security_guard singer social_worker software_developer
software_engineer soldier solicitor sound_engineer statistician stay-at-home_mom stay-at-home_dad steward stewardess stonemason
student surgeon surveyor systems_administrator tailor tattoo_artist teacher technician therapist tour_guide train_driver trainer
translator truck_driver tutor undergraduate veterinarian vet videographer violinist waiter waitress web_developer web_designer
welder writer yoga_instructor yoga_teacher zoologist postdoc PhD_student
`);

export const relative = any(`
mother father mom mum dad mama papa brother sister son daughter stepmother stepfather stepson stepdaughter stepbrother stepsister
uncle aunt cousin wife husband grandma grandpa grandmother grandfather granddaughter grandson niece nephew partner girlfriend
boyfriend spouse fiancé fiancée fiance fiancee roommate flatmate boss manager best_friend twin_brother twin_sister
mother-in-law father-in-law brother-in-law sister-in-law
`);

export const relatives = any(`
kids children sons daughters brothers sisters siblings boys girls cousins grandchildren grandkids nieces nephews twins stepchildren
godchildren
`);

export const pet = any(`
dogs? cats? pupp(?:y|ies) kitten?s? rabbits? bunn(?:y|ies) parrots? hamsters? guinea_pigs? horses? pon(?:y|ies) tortoises? turtles?
goldfish snakes? lizards? geckos? budgies? canar(?:y|ies) ferrets? chickens donkeys? goats retrievers? labradors? poodles? beagles?
corgis? bulldogs? dachshunds? huskies husky shepherds? terriers? tabb(?:y|ies)
`);

export const illness = `(?:(?:mild|severe|chronic|bad|seasonal|high-functioning|slight|type [12]|type-[12]) )?(?:${any(`
asthma diabetes high_blood_pressure low_blood_pressure hypertension migraines? epilepsy ADHD ADD autism dyslexia
dyscalculia arthritis rheumatoid_arthritis celiac(?:_disease)? coeliac(?:_disease)? Crohn(?:'s|’s)(?:_disease)? IBS eczema psoriasis
hay_fever depression bipolar_disorder PTSD OCD PCOS endometriosis lupus multiple_sclerosis Parkinson(?:'s|’s)(?:_disease)? HIV hepatitis_[BC]
hypothyroidism hyperthyroidism fibromyalgia tinnitus insomnia sleep_apnea sleep_apnoea scoliosis glaucoma vertigo an(?:a)?emia gout
chronic_fatigue_syndrome chronic_pain chronic_back_pain acid_reflux GERD cancer breast_cancer leukemia leukaemia sickle_cell_disease
osteoporosis long_COVID narcolepsy rosacea Tourette(?:'s|’s)(?:_syndrome)? vitiligo ulcerative_colitis
`)}|an? (?:heart|kidney|thyroid|liver|autoimmune) (?:condition|disease|disorder)|an? (?:anxiety|eating|panic|sleep|bleeding) disorder|an? pacemaker|a prosthetic (?:leg|arm|hand|foot)|an? [a-z]+ intolerance)`;

/** What somebody does again and again, in the form of `I`. */
export const activity = any(`
run swim jog walk hike climb cycle bike ride row ski surf skate dance sing paint draw knit sew crochet bake cook garden
meditate pray journal read write study practise practice train exercise work_out lift stretch play go take drink eat wake_up get_up
sleep nap volunteer teach visit attend host watch listen drive commute travel fly shower clean shop skip fast check smoke
vape babysit fish hunt camp sail stream podcast coach donate meet
`);

/** What may be liked without being named before. */
export const known = any(`
sea ocean beach mountains outdoors rain snow countryside cold heat forest woods theatre theater opera violin piano guitar smell_of
sound_of taste_of desert city_life summer winter autumn fall spring weekends Beatles Rolling_Stones
`);

export const often =
  '(?:(?:almost )?(?:every|each) (?:single |other |second )?(?:day|morning|evening|night|week|weekend|weekday|month|year|summer|winter|spring|autumn|fall|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?: (?:morning|evening|night|afternoon))?|(?:once|twice|(?:two|three|four|five|six|\\d+)(?: or (?:two|three|four|five|six|\\d+))? times) (?:a|per|every) (?:day|week|month|year)|on (?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|(?:the )?weekends?|weekdays|workdays)(?: and (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days)?|daily|most (?:days|mornings|evenings|weekends)|before (?:work|bed|breakfast|school|going to bed)|after (?:work|dinner|school|lunch)|at weekends|in the (?:mornings|evenings))';

export const event = any(`
appointment exam interview wedding surgery operation concert flight trip presentation race marathon half-marathon competition
recital performance conference audition check-up checkup scan defense defence graduation reunion MRI hearing
vacation holiday exhibition tournament biopsy driving_test job_interview thesis dissertation due_date move-in_date court_date contract lease
visa passport internship lecture ceremony baptism showcase gig game match
`);

/** What is decided for long. */
export const lasting = any(`
quit go_back go_vegan go_vegetarian move sell buy start stop leave switch become pursue apply study keep adopt retire learn change use
give_up go_with stay enroll enrol join open launch marry divorce save invest freelance homeschool get_married drop_out cut_out migrate
`);

export const place =
  "(?!(?:a|an|the (?:moment|past|middle|present|fear|same|best|worst)|fear|peace|hope|my|your|his|her|their|this|that|one|two|poverty|constant|sin|denial|times?|person|harmony|luxury|front|and|with|without|old|it|here|there)\\b)[\\p{L}\\d][\\p{L}\\d.’' -]*";
export const proper = "\\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}[\\p{L}’'-]+){0,2}";
export const words = "[\\p{L}\\d][\\p{L}\\d’'&/+.#:-]*";

/** What is played, so that nobody plays a trick. */
export const played = `(?:${any(`
guitar bass bass_guitar piano violin viola cello drums flute clarinet oboe saxophone trumpet trombone harp ukulele keyboard keyboards
accordion harmonica banjo mandolin organ bagpipes recorder football soccer tennis basketball volleyball badminton chess poker golf
rugby hockey ice_hockey field_hockey cricket baseball softball table_tennis ping_pong squash handball lacrosse padel pickleball darts
pool snooker bridge mahjong frisbee ultimate_frisbee water_polo video_games board_games card_games computer_games Dungeons_(?:and|&)_Dragons
Minecraft Fortnite Scrabble shogi Magic
`)})`;

export const vehicle = `(?:\\d{4} )?(?:[\\p{L}-]+ ){0,3}${any(`
car van truck bus lorry taxi cab tram motorbike motorcycle scooter SUV pickup hybrid minivan tractor convertible Toyota Honda Ford
Volkswagen VW Golf BMW Mercedes Audi Skoda Škoda Tesla Volvo Subaru Mazda Nissan Hyundai Kia Fiat Renault Peugeot Citroën Citroen Opel
Porsche Jeep Chevrolet Chevy Lexus Dacia Seat Mini Prius Polo Passat Beetle BYD Camry Corolla Civic
`)}(?: [\\p{L}\\d-]+){0,3}`;

export const nationality =
  '(?:German|French|Italian|Spanish|Portuguese|English|British|Scottish|Welsh|Irish|American|Canadian|Mexican|Brazilian|Argentinian|Chilean|Colombian|Peruvian|Cuban|Dutch|Belgian|Swiss|Austrian|Swedish|Norwegian|Danish|Finnish|Icelandic|Polish|Czech|Slovak|Hungarian|Romanian|Bulgarian|Greek|Turkish|Russian|Ukrainian|Georgian|Armenian|Israeli|Egyptian|Moroccan|Nigerian|Kenyan|Ethiopian|Ghanaian|South African|Indian|Pakistani|Bangladeshi|Nepali|Sri Lankan|Thai|Vietnamese|Filipino|Indonesian|Malaysian|Singaporean|Chinese|Taiwanese|Japanese|Korean|Australian|Iranian|Lebanese|Syrian|Serbian|Croatian)';
