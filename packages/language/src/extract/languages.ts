/**
 * Cue words of one language. Lists with a space between words; `_` stands for a space inside one, `*` for any ending,
 * `$` for the end of the clause. Words in Chinese, Japanese and Korean characters match anywhere, all others as whole
 * words. `lab/README.md` says how to add a language.
 */
export interface LanguageCues {
  /** The most common words, which distinguish languages of one script. */
  short?: string;
  /** Words at the beginning of a clause, before it asks or tells. */
  opens: string;
  /** Words at the beginning of a clause that tells something after a request. */
  tells: string;
  /** Words at the beginning of a sentence that depends on the one before it. */
  points: string;
  /** Words for home, work, food, likes and names of the speaker. */
  states: string;
  /** The speaker, and his possessives. */
  first: string;
  /** People and animals in somebody's life. */
  people: string;
  /** Lasting: a habit, a permanent wish, something that began or ended. */
  lasting: string;
  /** True now, and soon different. */
  passing: string;
  /** Somebody else is quoted. */
  reported: string;
  /** Hypothetical. */
  supposed: string;
  /** Fiction, games, forwarded texts or tasks. */
  made: string;
  /** Not meant seriously. */
  irony: string;
  /** The beginning of a clause that asks the listener for something. */
  requests: string;
  /** Question words. */
  asks: string;
  /** Words of each kind of fact. */
  health: string;
  answers: string;
  home: string;
  work: string;
  plan: string;
  project: string;
  likes: string;
}

/** By their codes (ISO 639-1). */
export const languages: Readonly<Record<string, LanguageCues>> = {
  en: {
    short:
      "the and is my i i'm to of a for with on it not you are at was have this that they we but your what how don't im can no",
    opens:
      'so and but ok okay now then anyway also or please pls btw right well just hi hello hey thanks thank_you quick oh yes yeah yep um uh sorry fyi ah morning evening good_morning good_evening by_the_way as_i_said like_i_said speaking_of_which for_the_record to_be_clear just_so_you_know',
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
      'answer answers reply replies respond response explain bullet bullets tables emoji emojis concise brief short shorter plain_english jargon metric celsius fahrenheit units spelling formal informal call_me address_me pronouns they/them step_by_step tone format caveats preamble sentences summary first_name cite sources code_comments prose paragraphs',
    home: 'live lives living moved house flat apartment cottage bungalow village town city neighbourhood street road rent mortgage garden kitchen bedroom landlord floor croft farmhouse terrace',
    work: 'work works working job shift shifts employer boss colleague* manager company firm clients customers freelance self-employed apprentice* degree studying student university college course exam retired nurse teacher driver engineer shop business salon clinic office school i_teach i_run i_manage',
    plan: 'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday next_week next_month next_year booked flying starts starting deadline due wedding getting_married moving_to will going_to appointment',
    project:
      "we're we_use our_team team repo codebase pipeline deploy deployed deploys branch python typescript javascript java rust golang react vue django postgres mysql docker kubernetes ci api server client schema release sprint staging prod decided decision agreed library framework linux tests lint",
    likes:
      "like likes love loves hate hates prefer favourite favorite can't_stand fan hobby play plays knit knitting guitar piano running cycling climbing football rugby chess reading collect collection band choir game games",
  },
  zh: {
    opens:
      '那 所以 然后 然後 另外 对了 對了 好 哦 嗯 诶 欸 哎 唉 请 請 就 你 妳 您 麻烦 顺便 順便 想 先 再 哈哈',
    tells: '我 俺 咱 他 她 因为 因為 毕竟',
    points: '他 她 它 这 這 那 其',
    states:
      '我住在 我住 我家住 我们住 我搬到 我是一名 我是个 我叫 叫我 我姓 我对 我不吃 我不喝 我吃素 我喜欢 我喜歡 我爱 我讨厌 我討厭 我每天 我每周 我每週 我从来不 我從不 我习惯 我養 我养了 我会说 我会弹 我毕业 我来自 我來自 我老家 我出生 我今年 我太太 我老婆 我老公 我女儿 我女兒 我儿子 我兒子 我们决定 以后请 以後請 请用 別用 别用',
    first: '我 俺 咱 在下 本人 吾',
    people:
      '老婆 老公 太太 先生 爱人 媳妇 妈 爸 爹 娘 奶奶 爷爷 外婆 姥姥 阿嬤 阿嫲 儿子 兒子 女儿 女兒 闺女 哥 姐 弟 妹 孩子 娃 老大 老二 双胞胎 婆婆 公公 岳母 岳父 男朋友 女朋友 室友 舍友 同事 领导 老板 老闆 猫 貓 狗 姨 舅 叔 姑 侄 孙',
    lasting:
      '一直 总是 總是 从来 從來 从不 從不 每天 每周 每週 每月 每年 天天 以后 以後 往后 今后 之后都 永远 平时 平時 习惯 習慣 一律 长期 多年 老 都是 过敏 過敏 吃素 不吃 不喝 戒 住 搬 养 養 姓 叫 当 當 做 开 開 退休 毕业 畢業 从小 生 岁 歲 年了 只 专门 统一 定了 决定 決定 属',
    passing:
      '今天 今早 今晚 昨天 昨晚 明天 刚 剛 现在 現在 马上 正在 这会儿 此刻 累 困 饿 餓 烦 煩 哈哈 救命 急 快 分钟 分鐘',
    reported:
      '听说 聽說 据说 據說 说 說 有人 网上 網上 别人 別人 朋友圈 博主 专家 新闻 新聞 评论 人家 大家 转发',
    supposed: '如果 假如 假设 假設 要是 要不是 万一 倘若 假装 假裝 想象 要我是 就好了 的话 當年',
    made: '小说 小說 故事 诗 詩 歌词 歌詞 角色 扮演 你当 你當 你演 我演 设定 設定 人设 剧本 劇本 台词 翻译 翻譯 续写 續寫 造句 作文 这题 題 下面 转发 轉發 原文 复制 粘贴 引用 英文怎么 怎么写 文案 段子 笑话 游戏 遊戲 模拟 虚构 主角 开头 例句 截图 信',
    irony: '哈哈 呵呵 可不是 真棒 笑死 开玩笑 是是是 對對對 厉害了 宣布 谢谢您嘞',
    requests:
      '帮 幫 给我 給我 替我 推荐 推薦 写 寫 翻译 翻譯 列 讲讲 說說 说说 求 教我 问一下 想问 請問 请问 出个 来个 來個 画 查 整理 你给 你幫 你帮 妳幫 你就 你说 你看 麻烦 可以给 继续 繼續 做个 做一 算 润 换成 解释 续写',
    asks: '吗 嗎 呢$ 怎么 怎麼 怎样 咋 什么 什麼 啥 哪 谁 誰 多少 多久 多大 几个 几点 几号 能不能 可不可以 会不会 會不會 有没有 有沒有 是不是 要不要 行不行 好不好 如何 靠谱吗 对吧 點樣 乜 咩 行吗 吧？',
    health:
      '过敏 過敏 糖尿 血压 血壓 血糖 哮喘 氣喘 手术 手術 确诊 怀孕 懷孕 吃素 不吃 不能吃 忌口 药 藥 病 疼 痛 骨折 失眠 近视 色弱 耳背 重聽 抑郁 焦虑 医生 醫生 医院 醫院 复查 素食 清真 乳糖 麸质 胃 肾 肝 心脏 戒烟 戒酒',
    answers:
      '回答 回复 回覆 回我 覆我 跟我说话 叫我 称呼 讲 用中文 用英文 繁體 简体 字以内 字內 语气 分点 编号 表格 举例 别用 不要用 唔好 简短 直接给 改写 改寫 错字 錯字',
    home: '住 搬 房子 公寓 租 小区 楼 樓 阳台 陽台 院子 客厅 家里 老家 户口',
    work: '工作 上班 公司 单位 老板 同事 客户 客戶 店 摊 攤 开店 做外贸 当老师 护士 退休 读 讀 考 学校 專業 专业 毕业 大学 倒班 值班 自由职业 创业',
    plan: '月 号 號 下周 下週 下个月 下個月 明年 年底 打算 准备 準備 要去 约好 約好 订了 訂了 截止 到期 结婚 結婚',
    project:
      '项目 專案 团队 團隊 我们组 咱们 前端 后端 後端 数据库 部署 上线 上線 接口 代码 框架 版本 定了 决定 決定 规范 开会 会议 预算 客服 仓库',
    likes:
      '喜欢 喜歡 爱 愛 讨厌 討厭 不爱 迷上 爱好 打球 弹 唱 钓鱼 跑步 爬山 下棋 收藏 乐队 只喝 只吃 口味',
  },
  ja: {
    opens: 'あ えっと で でも じゃあ ちなみに',
    tells: '私 僕 俺',
    points: 'それ これ 彼 彼女',
    states:
      'に住んで をしています で働いて アレルギー の名前は と呼んで が好き が苦手 が嫌い は食べない 出身',
    first: '私 僕 俺 わたし うち 自分',
    people: '妻 夫 母 父 息子 娘 兄 姉 弟 妹 祖母 祖父 彼女 彼氏 犬 猫 上司 同僚 うちの',
    lasting:
      'いつも 毎日 毎週 毎朝 毎晩 毎年 ずっと 以来 アレルギー 苦手 住んで 住み 働いて 勤め 今後 これから 必ず 絶対 年前 辞め やめ 始め 引っ越',
    passing: '今日 今夜 今朝 昨日 明日 今 さっき 眠い 疲れ 腹減',
    reported: '言って 言った って言 らしい そうだ という人 って人 ニュース',
    supposed: 'もし たら なら 仮に だったら',
    made: '小説 物語 詩 歌詞 設定 役 演じ 翻訳 訳して 例文 コピペ 架空 セリフ ゲーム 作文',
    irony: '笑 w 冗談 はいはい',
    requests: '教えて ください お願い 書いて 訳して',
    asks: 'か か？ 何 どう どこ いつ 誰 なぜ どれ',
    health: 'アレルギー 糖尿病 喘息 手術 妊娠 薬 病気 腰痛 食べられない ベジタリアン',
    answers: '答え 返事 敬語 箇条書き 短く 回答',
    home: '住ん 家 部屋 引っ越 マンション',
    work: '仕事 勤め 働い 会社 店 大学 学校 夜勤',
    plan: '月 来週 来月 来年 予定',
    project: 'チーム プロジェクト デプロイ サーバ',
    likes: '好き 嫌い 趣味',
  },
  ko: {
    opens: '아 음 근데 그리고 참고로 네',
    tells: '저는 나는 제가',
    points: '그는 그녀 이건 그건',
    states:
      '에_살아 살고_있 에서_일해 에서_일하 알레르기 이름은 라고_불러 좋아해 싫어해 못_먹 안_먹 출신',
    first: '저는 저도 제가 저희 나는 나도 내가 제_ 내_ 우리 난_ 전_',
    people:
      '아내 남편 엄마 아빠 어머니 아버지 아들 딸 형 누나 오빠 언니 동생 할머니 할아버지 여자친구 남자친구 강아지 고양이 룸메',
    lasting:
      '항상 매일 매주 매년 늘 계속 알레르기 못_먹 안_먹 살아 살고 사는 다녀 다니 앞으로 절대 년째 그만두 이사 키워 키우',
    passing: '오늘 지금 방금 어제 내일 아까 피곤 배고 졸려',
    reported: '그러더라 라고 래요 다던데 라던데 뉴스 누가',
    supposed: '만약 만일 라면 다면 었으면',
    made: '소설 이야기 시_ 가사 역할 설정 번역 예문 대사 게임 복붙 가상',
    irony: 'ㅋㅋ ㅎㅎ 농담 아주_그냥',
    requests: '해줘 해_줘 주세요 알려 추천 써줘 부탁',
    asks: '뭐 어떻게 어디 언제 누가 왜 무슨 까요 나요 니?',
    health: '알레르기 당뇨 천식 수술 임신 약을 혈압 채식 두드러기',
    answers: '대답 답변 존댓말 반말 짧게 줄_이내',
    home: '살아 살고 집 이사 아파트',
    work: '회사 일해 다녀 가게 학교 대학 야간',
    plan: '월 다음_주 다음_달 내년 예정',
    project: '팀 프로젝트 배포 서버',
    likes: '좋아 싫어 취미',
  },
  de: {
    short:
      'der die das und ich nicht ist mit ein eine bei seit wir auf zu den im am mir mich aber auch noch schon',
    opens: 'übrigens apropos wie_gesagt also und aber ja bitte hallo ok danke',
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
    answers: 'antwort* duze* siez* kurz stichpunkt* fließtext',
    home: 'wohn* haus wohnung miete garten',
    work: 'arbeit* firma beruf chef* schicht* studier* ausbildung rente',
    plan: 'januar februar märz april juni juli august september oktober november dezember nächste*',
    project: 'team projekt server',
    likes: 'mag liebe hasse hobby lieber',
  },
  fr: {
    short:
      "le la les et je ne pas est un une des du au avec pour mon ma mes dans j'ai c'est on moi sur que",
    opens: 'au_fait à_propos alors et mais oui bonjour salut ok sinon bon merci',
    tells: "je j'ai mon ma mes nous notre il elle parce_que car",
    points: "il elle ils elles ça cela ce c'est",
    states:
      "j'habite j_habite je_vis_à je_travaille_comme je_travaille_chez je_suis_allergique je_m'appelle appelle-moi j'adore je_déteste j'aime je_ne_mange_pas je_ne_bois_pas je_joue je_viens_de nous_habitons tutoie-moi",
    first: "je j'ai j'habite mon ma mes moi nous notre nos",
    people:
      'femme mari mère père maman papa fils fille frère soeur sœur enfant* grand-mère grand-père copain copine compagn* chien chat chatte patron*',
    lasting:
      'toujours jamais chaque depuis allergique végétarien* végane habite travaille désormais dorénavant tous_les toutes_les plus_jamais arrêté retraite marié* divorcé* né née',
    passing: "aujourd'hui maintenant ce_soir ce_matin hier demain fatigué* faim minutes",
    reported: "dit disait selon paraît quelqu'un gens raconte prétend",
    supposed: 'si imagine supposons serais aurais ferais était',
    made: 'histoire roman poème rôle joue jouons tradui* texte phrase dialogue personnage exercice',
    irony: 'haha mdr bien_sûr super génial blague',
    requests:
      'écris donne fais explique montre trouve aide traduis propose peux-tu tu_peux pouvez-vous fais-moi rédige corrige',
    asks: 'que quoi quel quelle comment où quand pourquoi qui combien est-ce',
    health:
      'allergi* diabét* asthme opération enceinte végan* végétari* coeliaque cœliaque médicament* fauteuil',
    answers: 'répon* tutoie* vouvoie* court tirets puces',
    home: 'habit* maison appartement loyer jardin',
    work: 'travail* boulot entreprise métier études retraite boutique',
    plan: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre prochain*',
    project: 'équipe projet serveur',
    likes: "j'aime j'adore déteste préfère",
  },
  es: {
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
  },
  it: {
    short: 'il la le e non che di un una con mio mia per sono ho ma io al del ci mi più ogni alle',
    opens: 'a_proposito e ma allora ciao sì ok beh senti grazie comunque',
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
  },
  pt: {
    short: 'o a os as e não que de em um uma com meu minha para eu mas no na do da é já sou há às',
    opens: 'aliás a_propósito e mas então olá oi sim ok bom olha obrigado obrigada',
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
    answers: 'respond* respostas curto tópicos texto_corrido',
    home: 'moro moramos casa apartamento aluguel',
    work: 'trabalh* empresa turno* estud* loja aposentad*',
    plan: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro próxim*',
    project: 'equipe projeto servidor',
    likes: 'gosto adoro odeio prefiro',
  },
  ru: {
    opens: 'и а но да привет ну так слушай кстати спасибо',
    tells: 'я мой моя мы он она потому_что',
    points: 'он она они это',
    states:
      'живу_в я_живу_в мы_живём_в работаю я_работаю у_меня_аллергия меня_зовут зови_меня я_люблю не_люблю терпеть_не_могу ненавижу не_ем я_не_ем не_пью я_из предпочитаю',
    first: 'я мы мой моя моё мои моей моего моих моим мне меня мной у_меня у_нас наш* нам нас',
    people:
      'жен* муж* мам* мать мате* пап* отец отц* сын* дочь доч* брат* сестр* ребён* ребен* дет* бабуш* дедуш* собак* кот* кошк* начальни*',
    lasting:
      'всегда никогда кажд* с_детства с_тех_пор аллерг* вегетариан* веган* живу живём живем работаю впредь больше_не бросил* переехал* женат замужем развел* пенси* давно по_понедельникам по_вторникам по_средам по_четвергам по_пятницам по_субботам по_воскресеньям',
    passing: 'сегодня сейчас только_что вчера завтра устал* голод* минут*',
    reported: 'говорит сказал* говорят слышал* якобы кто-то мол',
    supposed: 'если бы представь допустим будь',
    made: 'рассказ* роман* стих* роль играть переведи* текст* фраз* диалог* персонаж* упражнени*',
    irony: 'ага ха* конечно шуч* прям',
    requests:
      'напиши дай сделай объясни покажи найди помоги переведи посоветуй можешь подскажи составь придумай',
    asks: 'что как где когда почему кто какой какая какие сколько зачем',
    health: 'аллерги* диабет* астм* операци* беременн* веган* вегетариан* таблетк* давлени*',
    answers: 'отвечай* ответы кратко пунктам* обращайся',
    home: 'живу живём живем дом* квартир* переехал*',
    work: 'работа* смен* учусь магазин* пенси* фирм*',
    plan: 'январ* феврал* март* апрел* июн* июл* август* сентябр* октябр* ноябр* декабр* следующ*',
    project: 'проект* команд* сервер* деплой*',
    likes: 'люблю обожаю ненавижу нравится предпочитаю',
  },
  hi: {
    opens: 'और लेकिन अरे हाँ भाई वैसे',
    tells: 'मैं मेरा मेरी मेरे हम क्योंकि',
    points: 'वह वो ये यह',
    states:
      'मैं_रहता मैं_रहती में_रहता_हूँ में_रहती_हूँ काम_करता_हूँ काम_करती_हूँ मेरा_नाम मुझे_एलर्जी पसंद_है पसंद_नहीं नहीं_खाता नहीं_खाती नहीं_पीता',
    first: 'मैं मेरा मेरी मेरे मुझे मुझको हम हमारा हमारी हमारे हमें मैंने हमने',
    people:
      'पत्नी पति बीवी माँ मां मम्मी पापा पिता बेटा बेटी भाई बहन दादी दादा नानी नाना बच्चे बच्चा कुत्ता बिल्ली बॉस',
    lasting:
      'हमेशा कभी_नहीं रोज़ रोज हर से एलर्जी शाकाहारी रहता रहती रहते करता करती आगे_से अब_से छोड़ शादी रिटायर नहीं_खाता नहीं_खाती',
    passing: 'आज अभी कल थक* भूख मिनट',
    reported: 'बोला बोले बोली कहा कहते कहता सुना लोग',
    supposed: 'अगर यदि मान_लो होता होती काश',
    made: 'कहानी कविता किरदार अनुवाद वाक्य संवाद खेल नाटक',
    irony: 'हाहा अरे_हाँ मज़ाक वाह',
    requests: 'लिखो लिख बताओ बता दो बनाओ बना समझाओ सुझाओ करो',
    asks: 'क्या कैसे कहाँ कब क्यों कौन कितना कितने',
    health: 'एलर्जी शुगर डायबिटीज़ दमा ऑपरेशन गर्भवती दवा बीपी शाकाहारी',
    answers: 'जवाब छोटा',
    home: 'रहता रहती रहते घर मकान किराये',
    work: 'नौकरी काम दुकान पढ़ाई कंपनी ड्यूटी',
    plan: 'जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर अगले',
    project: 'टीम प्रोजेक्ट सर्वर',
    likes: 'पसंद शौक',
  },
  ar: {
    opens: 'و لكن طيب نعم مرحبا يا',
    tells: 'أنا انا عندي لأن',
    points: 'هو هي هم هذا هذه',
    states:
      'أسكن_في أعيش_في أعمل اسمي ناديني عندي_حساسية لدي_حساسية أحب لا_أحب أكره لا_آكل لا_أشرب أفضل',
    first: 'أنا انا عندي لي نحن احنا عندنا ساكن ساكنة',
    people: 'زوجتي زوجي امي أمي ابي أبي ابني ابنتي بنتي ولدي اخي أخي اختي أختي جدتي جدي كلبي قطتي',
    lasting:
      'دائما دايما ابدا أبدا كل منذ من_زمان حساسية نباتي نباتية اسكن أسكن اعمل أعمل اشتغل من_اليوم بطلت متزوج متزوجة متقاعد',
    passing: 'اليوم الآن الان امبارح أمس بكرة غدا تعبان جوعان دقيقة',
    reported: 'قال قالت يقول يقولون سمعت واحد الناس',
    supposed: 'لو اذا إذا تخيل افترض',
    made: 'قصة رواية قصيدة دور ترجم ترجمة نص جملة حوار شخصية تمرين',
    irony: 'ههه* طبعا أكيد امزح',
    requests: 'اكتب اعطني أعطني اشرح ترجم ساعدني اقترح ممكن قل',
    asks: 'ما ماذا كيف أين وين متى لماذا ليش من كم هل شو ايش',
    health: 'حساسية سكري ربو عملية حامل دواء ضغط نباتي',
    answers: 'جاوب اجابات إجابات مختصر',
    home: 'ساكن ساكنة بيت شقة ايجار',
    work: 'شغل اعمل أعمل شركة محل جامعة',
    plan: 'يناير فبراير مارس ابريل مايو يونيو يوليو اغسطس سبتمبر اكتوبر نوفمبر ديسمبر القادم',
    project: 'فريق مشروع سيرفر',
    likes: 'احب أحب اكره أكره افضل',
  },
};
