/**
 * What people say about a talk itself, by language: sources of patterns, in which letters may have any case. In scripts
 * with spaces between words each alternative is matched as whole words. `lab/README.md` says how to add a language.
 */
export interface TalkPhrases {
  /** Opens a game, a role, a story, an exercise or a test: what follows is not meant of the speaker. */
  plays: string;
  /** Asks to work on a text, whatever the text is called. */
  works: string;
  /** Asks to work on something: a text, if a word of `texts` is in the same sentence. */
  changes: string;
  /** Announces something: a text of somebody, if a word of `texts` is in the same sentence. */
  announces: string;
  /** Texts that one works on. */
  texts: string;
  /** Ends every frame. */
  ends: string;
  /** Ends work on a text, and not a game. */
  thanks: string;
  /** Asks not to store something. */
  keepOut: string;
  /** In such a request: it is about what will be said, and not only about what is said in this turn. */
  ahead: string;
  /** At the beginning of a sentence, before a statement: asks to remember it. */
  remember: string;
  /** Says that a wish holds from now on. */
  always: string;
  /** Verbs of saying and writing before a colon. */
  wrote: string;
}

export type TalkMatter = keyof TalkPhrases;

/** By their codes (ISO 639-1). */
export const talkPhrases: Readonly<Record<string, TalkPhrases>> = {
  en: {
    plays: String.raw`role-?\s?play(?:ing)?|(?:let's|lets|let us|can we|shall we|could we|want to|wanna|i'd like to|help me|let me|can i) (?:\p{L}+ )?(?:play|pretend|practi[sc]e|rehearse|simulate|act out|improvise|do (?:an?|some) (?:\p{L}+ )?(?:story|scene|role|game|skit|improv|mock|interview))|pretend (?:to be|you|you're|i|i'm|that|we)|act (?:as|like) (?:an?|my|the|if)|imagine (?:you|you're|i|i'm|that|we)|we(?:'ll| will) be (?:two|three|the|an?) [^.!?]{2,40}[.!]|from now on,? you(?:'re| are) (?:an?|the|\p{L}+\. )|you(?:'re| are) (?:now )?(?:an?|the) [^.!?]{2,40} and i(?:'m| am) |you (?:play|be) (?:an?|the|my)|i(?:'ll| will) (?:play|be playing|answer as|speak as)|(?:as|into|in) (?:my |the |a )?character|repeat after me|(?:writ(?:e|ing|ten)|working on|continue|finish(?:ing)?|draft(?:ing)?|a go at|start(?:ed|ing)?|chapter of) (?:\p{L}+ ){0,3}?(?:novel|short story|poem|screenplay|song|lyrics|monologue|thriller|fan ?fiction|fanfic|ghost story|story|script)|my (?:narrator|protagonist|main character|villain)|first[- ]person|fictional|make[- ]believe|made[- ]up|backstory|play(?:ing)? (?:dungeons and dragons|d&d|dnd)|once upon a time|hypothetically|for the sake of argument|(?:sample|test|dummy|fake|mock|placeholder|example|invented|synthetic) (?:\p{L}+ )?(?:data|input|users?|forms?|texts?|records?|profiles?|persona|customers?|sentences?|persons?|patients?|case|details|values|answers?|entries)|(?:just|only) (?:a test|testing)|is (?:all |only |just )?(?:made up|fiction|invented|a test|not real|not about me)|invent (?:the|some|a few|all) `,
    works: String.raw`(?<=^|[,;:–-] ?|(?:please|pls|can|could|would|will|you|u|me|and|now|just|then|also) )(?:translat|proofread|paraphras|rephras|reword|polish|rewrit|classify|transcrib)\p{L}*|(?:put|turn|say|render|bring) [^.!?]{1,40} (?:in|into) (?:english|french|german|spanish|italian|portuguese|chinese|japanese|korean|russian|arabic|hindi|dutch|polish|latin)`,
    changes: String.raw`(?<=^|[,;:–-] ?|(?:please|pls|can|could|would|will|you|u|me|and|now|just|then|also) )(?:correct|fix|check|edit|shorten|summari[sz]e|improve|review|grade|mark|analy[sz]e|format|convert|continue|extend|critique|tidy|parse|extract|label|annotate|import|reply to|answer|respond to)|make (?:it|this|that|them) \p{L}+|(?:write|draft|word)\b[^.!?:]*\bfor (?:my|his|her|our|a|the) (?:\p{L}+ )?(?:friend|mate|colleague|client|customer|brother|sister|son|daughter|mum|mom|dad|mother|father|boss|neighbou?r|cousin|nephew|niece|wife|husband|partner|boyfriend|girlfriend)`,
    announces:
      "here(?:'s| is| are| comes?| come)|this is|below|attached|pasting|sent (?:me|us)|wrote (?:me|us)|(?:got|received) this|from my (?:friend|mate|colleague|client|boss|landlord|brother|sister|mum|mom|dad|neighbou?r)|for my (?:friend|mate|colleague|client|boss|brother|sister|nephew|niece)",
    texts:
      'exercises?|dictation|lines?|excerpts?|passage|quotes?|quotation|verse|chapter|textbook|monologue|theatre play|case study|vignette|example|template|letters?|e-?mails?|messages?|texts?|essays?|paragraphs?|sentences?|grammar|spelling|bio|biography|(?:dating |linkedin )?profiles?|captions?|blurb|story|poem|speech|reviews?|comments?|statement|application|cv|resum[eé]|testimonials?|abstract|article|transcript|chat|conversation|minutes|dialogue|script|lyrics|what i (?:write|say|type|paste|send)|csv|worksheet|self-introduction|cover letters?',
    ends: "(?:end|enough|out|that's enough) of (?:the |this |that )?(?:story|scene|game|role-?play|exercise|test|character|play)|stop (?:the |this )?(?:role-?play|playing|game|story|acting|scene)|no more (?:role-?play|games|acting)|game over|back to (?:me|reality|real life|normal|business|work|us|the real)|(?:new|different|another|other) (?:topic|question|subject|matter)|something (?:else|different)|(?:that|this) was (?:just |only |all )?(?:a game|a test|fiction|the story|role-?play)|in real life|irl|for real now|about me,? (?:really|now|for real)|unrelated|you (?:can|may) (?:store|save|remember|note)(?: things| this| it)? again|that's (?:it|all) for (?:today|now)|done (?:playing|with the (?:story|scene|game|exercise))",
    thanks:
      '(?:^|[.!?] )(?:thanks|thank you|thx|ty|cheers|perfect|great|ok(?:ay)?|cool|nice|right|anyway|lovely|good)|btw|by the way',
    keepOut: String.raw`(?<!(?:i|we|they|you|he|she|to) )(?:do not|don't|dont|never|no need to|(?<=please )not)\s+(?:ever )?(?:store|save|remember|record|keep|note|log|memori[sz]e|retain) (?:down )?(?:(?:this|that|it|these|those)(?: (?:one|bit|part|turn|message|chat|conversation))?(?= *(?:[.,;:!?)–—-]|$)|\s+(?:please|pls|and|but|anywhere|ok|in (?:your|the|any|memory)|for (?:me|later)|since|because)\b)|what (?:i|we)|any(?:thing)? (?:i (?:say|tell|write)|of (?:this|that|it|what))|my next)|without (?:storing|saving|recording|remembering) (?:this|that|it|any)|off the record|keep (?:this|that|it) out of (?:your |the )?memory|don't add (?:this|that|it) to (?:your |the )?memory|forget (?:that )?i (?:just )?(?:said|told|mentioned)`,
    ahead:
      "now|next|from now on|from here on|following|anything|in this (?:chat|conversation|session)|will (?:say|write|tell)|i'll|am about to|until",
    remember: String.raw`(?:(?:can|could|would|will) (?:you|u) )?(?:please |pls |always |just |also )*(?:(?:i )?(?:need|want|would like|'d like) you to )?(?:remember|keep in mind|bear in mind|don'?t forget|do not forget|note(?: down)?|make a note(?: of (?:this|that))?|take note|jot down|memori[sz]e|save(?: this| that)?(?: to (?:your )?memory)?|store(?: this| that)?(?: in (?:your )?memory)?|for (?:your|the) (?:memory|record|records|file|files)|(?:just )?so (?:you|u) know|for future reference|fyi)(?: (?:this|it|the following))?(?: for (?:me|later|next time|the future))?(?: (?:because|cause|cos|'cause)[^:]{0,60})?(?:\s+that\b|\s*[:,–—-]\s*|\s+(?=(?:my|our|i|i'm|i've|we|we're|the|his|her|that|to (?:always|never))\b))(?:\s*that\b)?`,
    always:
      'always|from now on|from here on|going forward|in (?:the )?future|never (?:again )?|at all times|by default|every time|as a (?:general )?rule|general (?:thing|rule|request)',
    wrote:
      '(?:said|says|wrote|writes|writing|replied|replies|texted|texts|messaged|posted|tweeted|told (?:me|us)|asked|answered|emailed|quote|quoting|message from|mail from|email from|letter from|text from|note from|review from|reads|goes)(?: (?:to )?(?:me|us|this|back|that|here|today|yesterday))*',
  },
  zh: {
    plays: String.raw`角色扮演|扮演|[你您我]来?[演扮](?!员|讲|唱会|示)|假装|假裝|我们?来玩|咱们?来玩|[来玩]个?(?:游戏|遊戲)|[练練](?:习|習)?(?:一下|下)?(?:面试|面試|问诊|問診|对话|對話|口语|口語|台词)|[你您]当(?!时|然|初|心|年)\p{Script=Han}{1,6}[，,]|从现在(?:开始|起)[你您]是|现在[你您]是|[你您]现在是|[你您]是我的?(?:面试官|考官|医生|老师|老板|客户)|跟我(?:念|读|讀|说一遍)|第一人称|第一人稱|(?:写|寫|编|編)(?:一?[个個部篇本首段]|着|了)?[^，。！？]{0,8}(?:小说|小說|故事|剧本|劇本|诗|歌词|童话)|(?:小说|小說|故事|剧本)(?:里|裡|中|的)|主角|主人公|人设|人設|设定|設定|虚构|虛構|(?:都|全|内容|以下)?是?(?:瞎)?编的|編的|测试(?:数据|用|表单|一下|样例)|測試(?:資料|用)|示例(?:数据|用户)|样例数据|模拟(?:数据|用户|面试|对话)|(?:只|就)是(?:个|一?下)?测试|造句|例句|作文题`,
    works:
      '(?:帮|幫|请|請|麻烦|给我|替我)[^，。！？]{0,8}(?:翻译|翻譯|润色|潤色|校对|校對|批改|改写|改寫|缩写|仿写)|翻译(?:成|一下|下面|下列|这|以下)|翻譯(?:成|一下|下面|這|以下)|译成|譯成|润色|潤色|校对|校對|批改|病句|(?:英文|英语|法语|日语|德语|韩语|中文)怎么说',
    changes:
      '帮|幫|[修更]?改[成得短长]|改一?下|改短|缩短|检查|檢查|看看|总结|總結|分类|归类|续写|接着(?:往下)?写|回复|怎么回|咋回|打分|点评|导入',
    announces: '这是|這是|下面|以下|如下|转发|轉發|发来|發來|发给我|發給我|粘贴|貼上|复制',
    texts:
      '练习|練習|听写|聽寫|课文|課文|台词|片段|选段|案例|例子|引文|求职信|求職信|推荐信|辞职信|[书書]信|这封信|的信|邮件|郵件|短信|消息|私信|文章|作文|段落|这段|這段|这句|這句|句子|自我介绍|自我介紹|简历|簡歷|文案|评论|評論|留言|聊天记录|聊天紀錄|会议纪要|会议记录|对话|對話|内容|內容|日记|发言稿|演讲稿',
    ends: '不(?:演|玩|扮|编)了|(?:演|玩)(?:完|够|夠)了|游戏结束|遊戲結束|到此为止|到此為止|今天就到这|回到现实|说正经的|說正經的|言归正传|不闹了|不鬧了|换个话题|換個話題|另一个问题|另外(?:问|說|说)|说(?:点)?别的|以上(?:是|都是)(?:故事|游戏|测试)|可以(?:继续)?(?:记|記|存)了',
    thanks: String.raw`(?:^|[。！？，\s])(?:谢谢|謝謝|多谢|好的|好了|行了|ok|嗯|不错|完美|收到|对了|對了|另外|顺便)`,
    keepOut:
      '(?:不要|别|別|勿|不用|不必|不需要|唔好)(?:帮我|幫我|给我|把(?:这|這)[^，。]{0,4})?(?:记录|紀錄|记住|記住|记下|記下|记(?=[，。！这這]|$)|存(?=[，。！]|$|起来|下来|档)|写进记忆|留下记录|往心里记|(?:保存|储存|儲存)(?:这|這|我|刚|对话|對話|聊天))|(?:这|這)(?:个|個|些|段|句|件事)?(?:话|話|内容|事)?(?:就)?(?:不要|别|別|不用|不必)(?:帮我)?(?:记|記|存|保存|留)|不要(?:写|存|放)(?:进|入|到)(?:你的)?记忆|只?是?跟你说说而已',
    ahead: '接下来|接下來|下面|以下|从现在|從現在|后面|後面|之后|之後|待会|等会|马上要|任何',
    remember: String.raw`(?:以后|以後|另外|还有|對了|对了)?[，,]?(?:请|請|麻烦|麻煩|帮我|幫我|帮忙|替我|给我|你要?|您|千万|一定要?|要)*(?:记住|記住|记一下|記一下|记下来?|記下來?|(?<=[请請烦煩我忙替给要您万定])(?:记得|記得|记着|記著)|记(?=[：:])|记好|牢记|备忘|備忘|备注一下|别忘了?|別忘了?|存一下|存下来|保存一下)(?:这个|這個|这件事|這件事|这点|一下)?(?:了|啊|哈|哦|喔|啦|吧|呀)?[，,：:、\s]*`,
    always: '以后|以後|今后|今後|往后|之后都|一律|每次|从现在起|始终|永远|一直都?|都请|都請|总是',
    wrote:
      '(?:说|說|写道|寫道|写|寫|回复|回復|回|发来(?:这个|消息|信息)?|發來|发消息|留言|评论|告诉我|告訴我|问|問|原话|原文)(?:我|道|的?是|了|，你看咋回)?',
  },
  de: {
    plays: String.raw`rollenspiel\p{L}*|(?:lass uns|lasst uns|wollen wir|können wir|ich möchte|ich will|hilf mir)[^.!?]{0,30}(?:spielen|üben|so tun|proben|simulieren|nachspielen)|wir (?:spielen|üben|tun so)|tu so,? als|stell dir vor|du bist (?:jetzt|ab jetzt|nun)|ab jetzt bist du|du (?:spielst|bist) (?:ein\p{L}*|der|die|den|mein\p{L}*) [^.!?]{1,40}(?:und )?ich (?:bin|spiele)|ich (?:antworte als|bin in meiner rolle)|als (?:meine )?(?:figur|charakter)|sprich mir nach|(?:schreib\p{L}*|arbeite an|sitze an)[^.!?]{0,30}(?:roman|kurzgeschichte|geschichte|gedicht|drehbuch|krimi|erzählung|songtext)|ich-(?:form|erzähler\p{L}*|perspektive)|mein (?:erzähler|protagonist)|meine (?:hauptfigur|heldin)|erfunden\p{L}*|ausgedacht|fiktiv\p{L}*|(?:test|beispiel|muster|dummy)-?(?:daten|eingabe\p{L}*|text\p{L}*|nutzer\p{L}*|kunde\p{L}*|formular|sätze|satz|person)|nur (?:ein|zum) test\p{L}*|nur so zum spaß`,
    works: String.raw`übersetz\p{L}*|korrektur ?les\p{L}*|lektorier\p{L}*|formulier\p{L}* (?:das|dies\p{L}*|den|die|es|mir|folgend\p{L}*)[^.!?]{0,30}um|umformulier\p{L}*|auf (?:englisch|französisch|spanisch|italienisch|russisch|chinesisch)`,
    changes: String.raw`korrigier\p{L}*|verbesser\p{L}*|prüf\p{L}*|überarbeite\p{L}*|kürz\p{L}*|mach\p{L}* (?:ihn|sie|es|das) \p{L}+|fass\p{L}*|bewerte\p{L}*|antworte\p{L}* auf|setz\p{L}* fort|klassifizier\p{L}*|(?:schreib\p{L}*|verfass\p{L}*)[^.!?:]*für (?:mein\p{L}*|ein\p{L}*|unser\p{L}*) (?:freund\p{L}*|kolleg\p{L}*|bruder|schwester|mutter|vater|chef\p{L}*|kund\p{L}*|nachbar\p{L}*|sohn|tochter)`,
    announces: String.raw`hier (?:ist|kommt|sind|kommen)|das ist|folgend\p{L}*|unten|anbei|hat (?:mir|uns) (?:geschrieben|geschickt)|von (?:meine[mr]|einem|einer) (?:freund\p{L}*|kolleg\p{L}*|chef\p{L}*|vermieter\p{L}*)`,
    texts: String.raw`übung|diktat|auszug|zitat|zeile|lehrbuch|beispiel|theaterstück|fallbeispiel|\p{L}*schreiben|\p{L}*brief\p{L}*|e-?mails?|mails?|nachricht\p{L}*|texte?s?|aufsatz|absatz|sätze|satz|grammatik|rechtschreibung|bio|steckbrief|profil\p{L}*|beitrag|rede|bewertung\p{L}*|kommentar\p{L}*|lebenslauf|artikel|protokoll|chat\p{L}*|gespräch|was ich (?:schreibe|sage|gleich)`,
    ends: String.raw`(?:spiel|rollenspiel|geschichte|übung|szene) (?:ist )?(?:vorbei|aus|ende)|ende (?:der|des) (?:geschichte|spiels|rollenspiels|übung)|genug (?:gespielt|geübt|davon)|hör\p{L}* (?:wir )?auf (?:zu spielen|mit dem)|zurück (?:zu mir|zur realität|zum thema)|im ernst|anderes thema|andere frage|etwas anderes|was anderes|im echten leben|schluss (?:damit|jetzt|mit)|wieder (?:merken|speichern)`,
    thanks:
      '(?:^|[.!?] )(?:danke|dankeschön|super|perfekt|prima|ok(?:ay)?|gut|passt|toll|alles klar)|übrigens',
    keepOut: String.raw`(?:speicher\p{L}*|merk\p{L}*|notier\p{L}*|behalt\p{L}*|protokollier\p{L}*|schreib\p{L}*)(?: (?:dir|bitte))* (?:das|dies\p{L}*|es|davon|was ich[^.!?]{0,30})(?: bitte| jetzt)* (?:nicht|nichts)|(?:das|dies\p{L}*|es|davon|hiervon|was ich[^.!?]{0,30}),? (?:bitte |jetzt |hier )*(?:nicht|nichts) (?:speichern|merken|notieren|aufschreiben|behalten|abspeichern|protokollieren)|merk dir (?:bitte )?nichts|(?:bitte )?nicht (?:merken|mitschreiben)`,
    ahead: 'jetzt|gleich|ab jetzt|folgende\\p{L}*|nächste\\p{L}*|nichts|sagen werde',
    remember: String.raw`(?:bitte |kannst du (?:dir )?(?:bitte )?)?(?:merk(?:e)?(?: dir)?(?: bitte| mal| doch| das)?|notier(?:e|en)?(?: dir)?(?: bitte| mal)?|schreib(?:e)? dir (?:bitte )?auf|denk(?:e)? (?:bitte )?(?:daran|dran)|vergiss (?:bitte )?nicht|behalt(?:e)? (?:bitte )?im (?:kopf|hinterkopf)|speicher(?:e)?(?: dir)?(?: bitte)?|zum merken|zur info|für dein gedächtnis|(?:bitte )?merken)(?: für (?:später|mich|die zukunft))?(?:\s*[,:–—-]\s*(?:dass|daß)?|\s+(?:dass|daß)|\s+(?=(?:ich|mein\p{L}*|wir|unser\p{L}*|der|die|das)(?!\p{L})))`,
    always:
      'immer|ab (?:jetzt|sofort|heute)|künftig|in zukunft|von nun an|nie(?:mals)?|grundsätzlich|stets|generell',
    wrote: String.raw`(?:sagt\p{L}*|schrieb|schreibt|meint\p{L}*|antwortet\p{L}*|fragt\p{L}*|geschrieben|nachricht von [^:]{1,30}|mail von [^:]{1,30})(?: (?:mir|uns|heute|gestern))*`,
  },
  fr: {
    plays: String.raw`jeu de rôle|(?:jouons|on joue|on va jouer|faisons semblant|imagine(?:z|ons)?|fais comme si|fais semblant|entraînons-nous|simulons|on fait un jeu|on s'entraîne)|tu es (?:maintenant|désormais) |à partir de maintenant,? tu es|tu (?:joues|fais|es) (?:l[ae]?['’ ]|un |une |mon |ma )[^.!?]{1,40}(?:et )?(?:moi )?je (?:suis|joue|fais)|dans la peau d\p{L}*|mon personnage|répète après moi|(?:écri\p{L}*|travaille sur|continue\p{L}*)[^.!?]{0,30}(?:roman|nouvelle|histoire|poème|scénario|chanson|conte)|à la première personne|(?:mon|ma) (?:narrat\p{L}*|protagoniste|héroïne|héros)|fictif\p{L}*|fictive\p{L}*|inventée?s?|c'est de la fiction|(?:données|texte|phrases?|exemple|utilisateur|client|profil)s? (?:de test|d'exemple|fictif\p{L}*|d'essai)|juste (?:un|pour) test\p{L}*|exercice de (?:grammaire|français|conjugaison)`,
    works: String.raw`tradui\p{L}*|reformul\p{L}*|relis|relire|en (?:anglais|allemand|espagnol|italien|portugais|chinois|japonais|russe) (?:svp|stp|s'il)`,
    changes: String.raw`corrig\p{L}*|améliore\p{L}*|vérifie\p{L}*|raccourci\p{L}*|résume\p{L}*|réécri\p{L}*|continue\p{L}*|réponds à|répondre à|note\p{L}* cette|rends-l\p{L}+|(?:écri\p{L}*|rédige\p{L}*)[^.!?:]*pour (?:mon|ma|un|une|mes|notre) (?:ami\p{L}*|copain|copine|collègue|frère|sœur|soeur|mère|père|client\p{L}*|voisin\p{L}*|fils|fille|neveu|nièce|patron\p{L}*)`,
    announces: String.raw`voici|voilà|ci-dessous|je colle|je te colle|c'est (?:la|le|un|une)|m'a (?:écrit|envoyé)|de (?:mon|ma) (?:ami\p{L}*|copain|copine|collègue|patron\p{L}*|propriétaire)`,
    texts:
      "exercice|dictée|extrait|citation|réplique|manuel|exemple|pièce de théâtre|lettres?|e-?mails?|mails?|messages?|textes?|dissertation|paragraphes?|phrases?|grammaire|orthographe|bio|biographie|profil|annonce|discours|avis|commentaires?|candidature|cv|article|compte[- ]rendu|conversation|dialogue|sms|ce que j'écris|ce que je (?:dis|vais)",
    ends: String.raw`fin (?:du jeu|de l'histoire|de la scène|de l'exercice)|(?:on )?arrête\p{L}* (?:de jouer|le jeu|l'histoire)|assez joué|revenons à|retour à la réalité|plus sérieusement|sérieusement|autre (?:sujet|question|chose)|changeons de sujet|dans la vraie vie|tu peux (?:de nouveau )?(?:enregistrer|noter|retenir)`,
    thanks: "(?:^|[.!?] )(?:merci|parfait|super|ok|d'accord|bien|génial|nickel)|au fait",
    keepOut: String.raw`n[e'’] ?(?:le |la |l['’]|les |me |m['’])?(?:enregistre\p{L}*|retien\p{L}*|retenez|note\p{L}*|garde\p{L}*|mémorise\p{L}*|sauvegarde\p{L}*|stocke\p{L}*|conserve\p{L}*) (?:surtout )?(?:rien|pas (?:ça|cela|ceci|ce (?:que|message)|cette (?:conversation|discussion)|tout ça|mes|s'il|stp))|n[e'’] ?(?:le|la|l['’]|les) ?(?:enregistre\p{L}*|retien\p{L}*|note\p{L}*|garde\p{L}*|mémorise\p{L}*|stocke\p{L}*) pas|(?:ça|ceci|cela),? (?:tu )?(?:ne |n['’])(?:le |l['’])?(?:enregistre\p{L}*|retien\p{L}*|note\p{L}*|garde\p{L}*) pas|(?:sans|ne pas) (?:l['’]|le |la )?(?:retenir|mémoriser|enregistrer (?:ça|ce|cette))|n['’]enregistre pas(?= *(?:[.,;!]|$))`,
    ahead: 'maintenant|suivant\\p{L}*|à partir de|ce qui suit|vais (?:dire|écrire)|rien',
    remember: String.raw`(?:s'il te plaît,? |stp,? |peux-tu |tu peux )?(?:retiens|retenez|retenir|souviens-toi|souvenez-vous|rappelle-toi|note(?:z)?(?:-le)?|noter|n'oublie(?:z)? pas|garde(?:z)? (?:en tête|à l'esprit)|mémorise|enregistre|pour (?:ta mémoire|info|mémoire)|à retenir)(?: (?:bien|ça|ceci|cela|quelque part|stp|de))*(?:\s*[,:–—-]\s*(?:que )?|\s+(?:que |qu['’])|\s+(?=(?:je|j['’]|mon|ma|mes|nous|notre|le|la|les)))`,
    always:
      "toujours|désormais|dorénavant|à partir de maintenant|à l'avenir|jamais|par défaut|à chaque fois",
    wrote: String.raw`(?:dit|disait|écrit|écrivait|répond\p{L}*|demande|message de [^:]{1,30}|mail de [^:]{1,30}|a écrit)(?: (?:que|ceci|ça|hier))*`,
  },
  es: {
    plays: String.raw`juego de rol\p{L}*|(?:juguemos|vamos a jugar|jugamos|finjamos|finge que|hagamos (?:como|un juego|de cuenta)|imagina(?:te)?|imagínate|practiquemos|ensayemos|simulemos|hagamos un)|(?:ahora|a partir de ahora|desde ahora) (?:tú )?(?:eres|serás)|tú (?:eres|haces de|serás) [^.!?]{1,40}(?:y )?yo (?:soy|hago|seré)|mi personaje|repite conmigo|repite después|(?:escrib\p{L}*|trabaj\p{L}* en|continúa)[^.!?]{0,30}(?:novela|cuento|historia|poema|guion|guión|canción|relato)|en primera persona|mi (?:narrador\p{L}*|protagonista)|ficticio\p{L}*|ficticia\p{L}*|inventad\p{L}*|es ficción|(?:datos|texto|frases?|usuario|cliente|perfil) (?:de prueba|de ejemplo|de muestra|falsos?)|(?:solo|sólo) (?:es )?una prueba|ejercicio de (?:gramática|español|conjugación)`,
    works: String.raw`traduc\p{L}*|tradúce\p{L}*|reformul\p{L}*|parafrase\p{L}*|al (?:inglés|francés|alemán|italiano|portugués|chino|japonés)`,
    changes: String.raw`corrige\p{L}*|corríge\p{L}*|mejora\p{L}*|revisa\p{L}*|acorta\p{L}*|resume\p{L}*|reescrib\p{L}*|continúa|responde a|contesta a|hazl[oa] más \p{L}+|(?:escrib\p{L}*|redacta\p{L}*)[^.!?:]*para (?:mi|un|una|mis|nuestr\p{L}) (?:amig\p{L}*|coleg\p{L}*|herman\p{L}*|madre|padre|jef\p{L}*|client\p{L}*|vecin\p{L}*|hij\p{L}*|sobrin\p{L}*|prim\p{L}*)`,
    announces: String.raw`aquí (?:está|va|tienes|viene)|te (?:pego|paso|copio)|est[ea] es|a continuación|abajo|me (?:escribió|mandó|envió)|de mi (?:amig\p{L}*|coleg\p{L}*|jef\p{L}*|caser\p{L}*)`,
    texts: String.raw`ejercicio|dictado|extracto|fragmento|cita|línea|ejemplo|obra de teatro|cartas?|correos?|e-?mails?|mensajes?|textos?|ensayo|párrafos?|frases?|oraciones|gramática|ortografía|bio|biografía|perfil|anuncio|discurso|reseñas?|comentarios?|solicitud|currículum|cv|artículo|acta|conversación|diálogo|lo que (?:escrib\p{L}*|dig\p{L}*)`,
    ends: String.raw`fin del? (?:juego|la historia|la escena|ejercicio|cuento)|(?:ya )?(?:no juguemos|dejemos de jugar|basta de|paremos)|volv\p{L}+ a la realidad|en serio|ahora en serio|otr[oa] (?:tema|pregunta|cosa)|cambi\p{L}+ de tema|en la vida real|ya puedes (?:guardar|anotar|recordar)`,
    thanks: '(?:^|[.!?] )(?:gracias|perfecto|genial|ok|vale|bien|listo|buenísimo)|por cierto',
    keepOut: String.raw`no (?:lo|la|los|las|me lo) (?:guardes?|guarde|almacenes?|almacene|anotes?|anote|registres?|registre|memorices?|recuerdes?|grabes?)|no (?:guardes?|guarde|almacenes?|almacene|anotes?|anote|registres?|registre|memorices?|recuerdes?|grabes?) (?:esto|eso|nada|lo que|est[ea] (?:conversación|mensaje|charla|chat))|(?:esto|eso) no (?:lo )?(?:guardes?|anotes?|registres?)|sin (?:guardarlo|anotarlo|registrarlo)|que no quede registr\p{L}*`,
    ahead:
      'ahora|siguiente\\p{L}*|a partir de|a continuación|voy a (?:decir|contar|escribir)|diga|nada',
    remember: String.raw`(?:por favor,? |porfa,? |(?:puedes|podrías) )?(?:recuerda|recordar|recuérdame|acuérdate(?: de)?|apunta|apúntate|anota|anótate|ten (?:en cuenta|presente)|no (?:te )?olvides|guarda|guárdate|memoriza|toma nota(?: de)?|para (?:tu memoria|que lo sepas))(?: (?:esto|eso|bien|por favor|porfa|de))*(?:\s*[,:–—-]\s*(?:que )?|\s+que\b|\s+(?=(?:mi|mis|yo|nuestr\p{L}+|el|la|los|las|soy|tengo|vivo)\b))`,
    always:
      'siempre|a partir de ahora|de ahora en adelante|desde ahora|en adelante|nunca|por defecto|cada vez',
    wrote:
      '(?:dijo|dice|escribió|escribe|contestó|respondió|preguntó|me mandó(?: esto)?|mensaje de [^:]{1,30}|correo de [^:]{1,30})(?: (?:que|esto|ayer))*',
  },
  it: {
    plays: String.raw`gioco di ruolo|(?:giochiamo|facciamo (?:finta|che|un gioco)|fai finta|immagina|immaginiamo|esercitiamoci|simuliamo|facciamo una scena)|(?:d'ora in poi|adesso|ora) (?:tu )?sei (?:un|una|il|la|lo|l')|tu (?:sei|fai) [^.!?]{1,40}(?:e )?io (?:sono|faccio)|il mio personaggio|ripeti (?:con|dopo di) me|(?:scriv\p{L}*|lavor\p{L}* a|continua)[^.!?]{0,30}(?:romanzo|racconto|storia|poesia|sceneggiatura|canzone|favola)|in prima persona|il mio (?:narratore|protagonista)|inventat\p{L}*|fittizi\p{L}*|è finzione|(?:dati|testo|frasi|utente|cliente|profilo) (?:di prova|di esempio|d'esempio|finti)|solo una prova|è una prova|esercizio di (?:grammatica|italiano)`,
    works: String.raw`traduc\p{L}*|traducimi|parafrasa\p{L}*|riformula\p{L}*|in (?:inglese|francese|tedesco|spagnolo|portoghese|cinese|giapponese) (?:per favore|grazie)`,
    changes: String.raw`corregg\p{L}*|migliora\p{L}*|controlla\p{L}*|accorcia\p{L}*|riassum\p{L}*|riscriv\p{L}*|continua|rispondi a|rendil[oa] \p{L}+|(?:scriv\p{L}*|prepara)[^.!?:]*per (?:un|una|il|la|mio|mia|il mio|la mia) (?:amic\p{L}*|colleg\p{L}*|fratello|sorella|mamma|papà|madre|padre|capo|client\p{L}*|vicin\p{L}*|figli\p{L}*|nipote)`,
    announces: String.raw`ecco|qui (?:c'è|sotto)|ti incollo|quest[ao] è|di seguito|mi ha (?:scritto|mandato)|del? (?:mio|mia|la mia) (?:amic\p{L}*|colleg\p{L}*|capo|padrone)`,
    texts: String.raw`esercizio|dettato|estratto|brano|citazione|battuta|esempio|lettera|lettere|e-?mail|mail|messaggi\p{L}*|testo|testi|tema|paragraf\p{L}*|fras[ei]|grammatica|ortografia|bio|biografia|profilo|annuncio|discorso|recensione|commenti?|candidatura|curriculum|cv|articolo|verbale|conversazione|dialogo|quello che (?:scrivo|dico)`,
    ends: "fine (?:del gioco|della storia|della scena|dell'esercizio)|(?:basta|smettiamo di) (?:giocare|gioco|scena)|torniamo (?:alla realtà|a noi|seri)|sul serio|seriamente|altr[ao] (?:argomento|domanda|cosa)|cambiamo (?:argomento|discorso)|nella vita (?:reale|vera)|(?:ora )?puoi (?:salvare|ricordare)",
    thanks: '(?:^|[.!?] )(?:grazie|perfetto|ottimo|ok|bene|va bene|grande)|a proposito',
    keepOut:
      'non (?:lo |la |me lo |te lo )(?:salvare|memorizzare|registrare|annotare|ricordare|segnare|conservare|salvarlo)|non (?:salvar(?:lo|la)|memorizzar(?:lo|la)|registrar(?:lo|la)|segnar(?:lo|telo)|annotar(?:lo|la))|non (?:salvare|memorizzare|registrare|annotare|ricordare|segnare|segnarti|conservare) (?:quest[oa]|quello|niente|nulla|ciò)|(?:questo|quello) non (?:lo )?(?:salvare|memorizzare|segnare|registrare)|senza (?:salvar|registrar|memorizzar)(?:lo|la)',
    ahead: "adesso|ora|prossim\\p{L}*|d'ora in poi|quello che (?:dico|sto)|seguente|niente|nulla",
    remember: String.raw`(?:per favore,? |puoi )?(?:ricorda(?:ti)?|ricordare|tieni (?:a mente|presente)|segnati|segna|annota(?:ti)?|non dimenticare|memorizza|salva|prendi nota|per la (?:tua )?memoria)(?: (?:questo|questa cosa|'?sta cosa|sta cosa|bene|per favore|di))*(?: che io [^:]{0,40})?(?:\s*[,:–—-]\s*(?:che )?|\s+che\b|\s+(?=(?:il|la|i|le|mio|mia|sono|ho|io)\b))`,
    always: "sempre|d'ora in poi|da ora in poi|da adesso|in futuro|mai|ogni volta",
    wrote:
      '(?:ha detto|dice|ha scritto|scrive|ha risposto|risponde|messaggio di [^:]{1,30}|mail di [^:]{1,30})(?: (?:che|questo|ieri))*',
  },
  pt: {
    plays: String.raw`(?:jogo|faz) de (?:papéis|conta)|rpg|(?:vamos (?:jogar|brincar|fingir|fazer de conta|praticar|ensaiar|simular)|finge que|finja que|imagin[ae]|faz de conta)|(?:agora|a partir de agora) (?:você|tu) (?:é|és)|(?:você|tu) (?:é|és|faz) [^.!?]{1,40}(?:e )?eu (?:sou|faço)|meu personagem|minha personagem|repit[ae] (?:comigo|depois)|(?:escrev\p{L}*|trabalh\p{L}* em|continu\p{L}*)[^.!?]{0,30}(?:romance|conto|história|poema|roteiro|guião|música|novela)|(?:na|em) primeira pessoa|(?:meu|minha) (?:narrador\p{L}*|protagonista)|fictíci\p{L}*|inventad\p{L}*|é ficção|(?:dados|texto|frases?|usuário|cliente|perfil) (?:de teste|de exemplo|fals\p{L}*)|(?:só|apenas) (?:um )?teste|exercício de (?:gramática|português)`,
    works: String.raw`traduz\p{L}*|reformul\p{L}*|parafrase\p{L}*|para (?:o )?(?:inglês|francês|alemão|italiano|espanhol|chinês|japonês)`,
    changes: String.raw`corrig\p{L}*|corrij\p{L}*|melhor[ae]\p{L}*|revis[ae]\p{L}*|encurt\p{L}*|resum[ae]\p{L}*|reescrev\p{L}*|continu[ae]|respond[ae] (?:a|ao|à)|deix[ae] mais \p{L}+|(?:escrev\p{L}*|redij\p{L}*|faz\p{L}*)[^.!?:]*para (?:meu|minha|um|uma|o meu|a minha) (?:amig\p{L}*|coleg\p{L}*|irm\p{L}*|mãe|pai|chef\p{L}*|client\p{L}*|vizinh\p{L}*|filh\p{L}*|sobrinh\p{L}*|prim\p{L}*)`,
    announces: String.raw`(?:aqui (?:está|vai|tem)|segue|est[ae] é|isto é|abaixo|vou colar|me (?:escreveu|mandou|enviou)|d[oae] (?:meu|minha) (?:amig\p{L}*|coleg\p{L}*|chef\p{L}*|senhori\p{L}*))`,
    texts: String.raw`exercício|ditado|trecho|citação|fala|exemplo|peça de teatro|cartas?|e-?mails?|mensage\p{L}*|textos?|redação|parágrafos?|frases?|gramática|ortografia|bio|biografia|perfil|anúncio|discurso|resenhas?|avaliação|comentários?|candidatura|currículo|cv|artigo|ata|conversa|diálogo|o que (?:eu )?(?:escrev\p{L}*|diss\p{L}*|diz\p{L}*)`,
    ends: 'fim d[oae] (?:jogo|história|cena|exercício)|(?:chega de|vamos parar de|parou) (?:jogar|brincar|brincadeira|fingir|história)|voltando (?:à realidade|ao assunto)|falando sério|a sério|agora sério|outr[oa] (?:assunto|pergunta|coisa)|mudando de assunto|na vida real|pode (?:voltar a )?(?:guardar|salvar|anotar)',
    thanks:
      '(?:^|[.!?] )(?:obrigad[oa]|brigad[oa]|valeu|perfeito|ótimo|ok|certo|beleza|isso)|aliás|por falar nisso',
    keepOut: String.raw`não (?:o |a )(?:guarde|guardes|salve|salves|anote|anotes|registe|registre|grave|memorize|memorizes)|não (?:guarde|guardes|guarda|salve|salves|salva|anote|anotes|anota|registe|registre|grave|memorize|memorizes|armazene|lembre) (?:isso|isto|nada|o que|est[ea] (?:conversa|mensagem))|(?:isso|isto) não (?:é para |precisa )?(?:guard\p{L}*|salv\p{L}*|anot\p{L}*)|sem (?:guardar|salvar|anotar) (?:isso|isto|nada)`,
    ahead:
      'agora|seguinte\\p{L}*|a partir de|vou (?:dizer|falar|escrever)|próxim\\p{L}*|nada|eu (?:disser|falar)',
    remember: String.raw`(?:por favor,? |pode |você pode )?(?:lembr[ae](?:-te)?(?: de)?|lembrar|anot[ae](?: aí)?|não (?:se |te )?esqueç[ao]s?(?: de)?|tenha em mente|guard[ae]|memoriz[ae]|tom[ae] nota(?: de)?|regist[ar][ae]?|para (?:sua|a tua) memória|fica sabendo)(?: (?:isso|isto|bem|por favor|aí|de))*(?:\s*[,:–—-]\s*(?:que )?|\s+que\b|\s+(?=(?:meu|minha|eu|o|a|os|as|sou|tenho|moro)\b))`,
    always:
      'sempre|a partir de agora|daqui (?:pra|para a?) ?frente|de agora em diante|doravante|nunca|toda vez',
    wrote:
      '(?:disse|diz|escreveu|escreve|respondeu|perguntou|me mandou(?: isso)?|mensagem d[eao] [^:]{1,30}|e-?mail d[eao] [^:]{1,30})(?: (?:que|isso|ontem))*',
  },
  ru: {
    plays: String.raw`ролев\p{L}+ игр\p{L}*|(?:давай(?:те)?|хочу|можем|помоги мне)[^.!?]{0,25}(?:поигра\p{L}*|сыгра\p{L}*|притвор\p{L}*|потренир\p{L}*|порепетир\p{L}*|представ\p{L}*|разыгра\p{L}*|играть)|представь(?:те)?,? что|притворись|(?:теперь|отныне|с этого момента) ты |ты (?:будешь|играешь) [^.!?]{1,40}(?:а )?я (?:буду|играю)?|(?:мой|моего|моим|за) персонаж\p{L}*|повторяй за мной|(?:пишу|писать|написать|работаю над|продолж\p{L}*)[^.!?]{0,30}(?:роман|рассказ|повест\p{L}*|сказк\p{L}*|стих\p{L}*|сценари\p{L}*|песн\p{L}*)|от первого лица|(?:мой|моя) (?:рассказчик|главный герой|героиня|герой)|вымышлен\p{L}*|выдуман\p{L}*|придуман\p{L}*|(?:тестов\p{L}+|пробн\p{L}+|учебн\p{L}+) (?:данн\p{L}*|текст\p{L}*|фраз\p{L}*|пользовател\p{L}*|анкет\p{L}*|пример\p{L}*)|(?:это )?(?:просто|только) тест|упражнени\p{L}*`,
    works: String.raw`перевед\p{L}+|перевести|перефразир\p{L}*|отредактир\p{L}*|вычитай\p{L}*|на (?:английский|французский|немецкий|испанский|китайский)`,
    changes: String.raw`исправ\p{L}*|проверь\p{L}*|улучши\p{L}*|сократи\p{L}*|перепиши\p{L}*|продолжи\p{L}*|ответь на|оцени\p{L}*|сделай (?:его|её|это) \p{L}+|(?:напиши|составь)[^.!?:]*для (?:моего|моей|друга|подруги|коллеги|брата|сестры|мамы|папы|начальник\p{L}*|клиент\p{L}*|сосед\p{L}*|сына|дочери)`,
    announces: String.raw`вот|ниже|это (?=письмо|текст|сообщение|отзыв)|вставляю|(?:прислал|написал)\p{L}* мне|мне (?:прислал|написал)\p{L}*`,
    texts: String.raw`упражнени\p{L}*|диктант\p{L}*|отрыв\p{L}*|цитат\p{L}*|реплик\p{L}*|пример\p{L}*|письм\p{L}*|сообщени\p{L}*|текст\p{L}*|сочинени\p{L}*|абзац\p{L}*|предложени\p{L}*|фраз\p{L}*|грамматик\p{L}*|орфографи\p{L}*|биографи\p{L}*|анкет\p{L}*|профил\p{L}*|объявлени\p{L}*|реч\p{L}*|отзыв\p{L}*|комментари\p{L}*|резюме|стать\p{L}*|протокол\p{L}*|переписк\p{L}*|диалог\p{L}*|то,? что я (?:напишу|скажу|пишу)`,
    ends: 'конец (?:игры|истории|сцены|упражнения)|(?:хватит|закончили|перестань|прекрати) (?:играть|игру|притворяться)|вернёмся к|вернемся к|если серьёзно|если серьезно|а теперь серьёзно|друг(?:ая тема|ой вопрос)|сменим тему|о другом|в реальной жизни|можешь (?:снова )?(?:сохранять|запоминать)',
    thanks: '(?:^|[.!?] )(?:спасибо|отлично|супер|ок|окей|хорошо|класс|ладно)|кстати',
    keepOut: String.raw`(?:это|этого|то,? что[^.!?]{0,30}|ничего|разговор|мои слова),? (?:пожалуйста,? )?не (?:надо |нужно )?(?:сохраня\p{L}*|запомина\p{L}*|записыва\p{L}*|запиш\p{L}*|храни\p{L}*)|не (?:надо |нужно )?(?:сохраня\p{L}*|записыва\p{L}*|храни\p{L}*) (?:это|этого|то|ничего|что я|мои слова|наш разговор|этот)|не (?:надо |нужно )?запомина(?:й|йте|ть)`,
    ahead: 'сейчас|дальше|далее|следующ\\p{L}*|теперь|ничего|скажу|отныне',
    remember: String.raw`(?:пожалуйста,? |можешь )?(?:запомни(?:те)?|запомнить|запиши(?:те)?|помни|имей(?:те)? в виду|учти(?:те)?|не забудь(?:те)?|не забывай(?:те)?|сохрани(?:те)?|заметь|на память|для (?:твоей )?памяти)(?: (?:это|пожалуйста|себе|на будущее))*(?:\s*[,:–—-]\s*(?:что )?|\s+что\s|\s+(?=(?:я|мой|моя|моё|мои|у меня|меня|наш\p{L}*)(?!\p{L})))`,
    always: 'всегда|впредь|отныне|теперь всегда|с этого момента|никогда|каждый раз|на будущее',
    wrote: String.raw`(?:сказал\p{L}*|говорит|написал\p{L}*|пишет|ответил\p{L}*|спросил\p{L}*|сообщение от [^:]{1,30}|письмо от [^:]{1,30})(?: (?:мне|вчера|так))*`,
  },
  ja: {
    plays:
      'ロールプレイ|なりきっ|ごっこ|(?:役|キャラ)を?(?:演じ|やっ|やる|して)|相手役|演じて|ふりをして|想像して|もし(?:あなた|君|僕|私)が|面接の練習|会話の練習|の練習(?:を?し|がし|し)|あなたは(?:今から|これから)|今から(?:あなた|君)は|続けて言って|復唱して|(?:小説|物語|短編|脚本|詩|歌詞)(?:を|の)(?:書|練習|続き|続け|設定|主人公)|一人称|主人公|架空|作り話|フィクション|(?:テスト|サンプル|ダミー|例)(?:の?データ|入力|用|文|ユーザー)|ただのテスト|例文',
    works:
      '翻訳して|翻訳し|訳して|英訳|和訳|(?:英語|中国語|フランス語|ドイツ語|日本語|韓国語)に(?:して|直して|訳)|添削|校正|言い換えて|書き直して|推敲',
    changes:
      '直して|短くして|要約して|チェックして|確認して|続きを書いて|返信|返事|評価して|まとめて|分類して|整えて',
    announces: 'これは|以下|次の|下の|貼ります|貼る|から(?:来|届い|もらっ)た|のもの',
    texts:
      '練習問題|台詞|抜粋|引用|例文|聞き取り|手紙|メール|メッセージ|文章|作文|段落|文法|自己紹介|プロフィール|志望動機|履歴書|カバーレター|投稿|スピーチ|レビュー|コメント|議事録|会話|セリフ|日記|記事|文を|文の',
    ends: '(?:ゲーム|ごっこ|ロールプレイ|物語|練習)(?:は|を)?(?:終わり|おしまい|終了|ここまで)|今日はここまで|もうやめ(?:よう|ます|る)|話は変わ|話変わる|別の(?:話|質問|件)|現実(?:に|で)|まじめな話|真面目な話|ところで本当|もう(?:記録|保存|覚え)(?:して)?(?:いい|も?大丈夫)',
    thanks: String.raw`(?:^|[。！？\s])(?:ありがとう|どうも|助かっ|完璧|オッケー|ok|了解|いいね)|ちなみに|ところで`,
    keepOut:
      '(?:これ|それ|今の|この|話|こと|内容)[^。！？]{0,8}保存し?ないで|(?:記録|記憶|メモ)し?ないで|(?:覚え|書き留め|控え)(?:て(?:おか)?)?ないで|(?:記録|記憶)(?:は)?(?:不要|しなくていい|結構)|記憶に残さないで|オフレコ',
    ahead: 'これから|今から|次に|以下|今後|この後|話すこと|言うこと',
    remember: String.raw`(?:覚えて(?:おいて|て|ね)?(?:ください|くださいね|ほしい|欲しい)?(?:んだけど|のですが|んですが|ね)?|メモして(?:おいて)?(?:ください|ね)?|忘れないで(?:ください|ね)?|記憶して(?:おいて)?(?:ください)?|記録して(?:おいて)?(?:ください)?)[、，,：:。\s]*`,
    always: 'いつも|今後(?:は)?|これから(?:は)?|毎回|常に|必ず|絶対',
    wrote: '(?:と言っ(?:た|て)|いわく|曰く|から(?:の)?(?:メール|メッセージ|LINE)|より)',
  },
  ko: {
    plays: String.raw`역할\s?(?:극|놀이)|롤플레이|상황극|(?:놀이|게임|연습|흉내)(?:를|을)?\s?(?:하자|해보자|해요|할래|합시다|하고 싶)|척\s?해|(?:너는|넌|당신은)\s?(?:이제|지금부터)|지금부터\s?(?:너는|넌|당신은)|상상해|가정해|따라\s?(?:해|말해)|(?:소설|단편|이야기|시나리오|대본|시|가사)(?:를|을)?\s?(?:쓰|써|이어|연습)|1인칭|일인칭|주인공|가상의|지어낸|픽션|(?:테스트|예시|샘플|더미)\s?(?:데이터|입력|문장|사용자|용)|그냥\s?테스트|캐릭터(?:로|가)`,
    works: String.raw`번역해|번역\s?좀|영어로\s?(?:바꿔|써|해)|교정해|첨삭|다듬어|고쳐\s?써|바꿔\s?써`,
    changes: String.raw`고쳐|줄여|요약해|검토해|확인해|이어서\s?써|답장|평가해|분류해|짧게\s?해|맞춤법`,
    announces: String.raw`이건|이것은|아래|다음은|다음\s?(?:글|문장)|붙여|보내온|보낸|한테서\s?온|에게서\s?온`,
    texts:
      '연습문제|대사|받아쓰기|발췌|인용|예시|편지|이메일|메일|메시지|문자|글을?|문장|문단|문법|자기소개서?|자소서|프로필|이력서|지원서|댓글|리뷰|후기|연설|회의록|대화|일기|기사|카톡',
    ends: String.raw`(?:게임|놀이|역할극|상황극|이야기|연습)(?:은|는)?\s?(?:끝|그만)|그만\s?(?:하자|할게|해요)|오늘은\s?여기까지|현실로|진지하게|딴\s?얘기|다른\s?(?:얘기|이야기|질문|주제)|이제\s?(?:저장|기억)해도`,
    thanks: String.raw`(?:^|[.!?\s])(?:고마워|고맙|감사|땡큐|좋아요?|오케이|ok|완벽|굿)|참고로|그런데\s?말이야`,
    keepOut: String.raw`(?:이건|이거|이 (?:말|얘기|대화|내용)|지금|내가|제가)[^.!?]{0,15}저장(?:은|는|을)?\s?(?:하지\s?(?:마|말)|안\s?(?:해|하))|(?:기록|기억|메모)(?:은|는|을|를)?\s?하지\s?(?:마|말)|(?:적지|외우지)\s?(?:마|말)|오프\s?더\s?레코드`,
    ahead: '지금부터|이제부터|앞으로|다음|아래|하는\\s?말|할\\s?말|말하는',
    remember: String.raw`(?:기억해\s?(?:줘|주세요|둬|두세요|놔)?(?:요)?|메모해\s?(?:줘|주세요|둬)?|잊지\s?(?:마|말아)(?:요|줘|주세요)?|적어\s?(?:둬|줘|주세요)|저장해\s?(?:줘|주세요|둬)?|참고로)[,.:：\s]*`,
    always: '항상|앞으로(?:는)?|이제부터(?:는)?|매번|언제나|무조건|절대',
    wrote: String.raw`(?:라고\s?(?:했|말했|썼)\p{L}*|왈|님의\s?(?:말|메시지)|보낸\s?메시지)`,
  },
};
