/**
 * Small words that say more about a pair of statements than its topic, by meaning, in English, Chinese, Spanish,
 * German, French, Italian, Portuguese, Russian, Japanese, Korean, Arabic and Hindi. One line a language, entries
 * between commas; `*` stands for any ending. Entries are compared without accents and case.
 */
export const signs = {
  /** Something is different now. */
  now: `
    now, nowadays, these days, from now on, since, as of, lately, currently, at last, finally, after all, latest
    现在, 如今, 目前, 现, 从今, 以后, 往后, 今年起, 起, 后来, 終於, 终于, 这阵子, 而今, 现已, 眼下, 最近, 最新, 改为, 而家, 依家
    ahora, desde, a partir de, ultimamente, por fin, al final, hoy en dia
    jetzt, nun, seit, ab, mittlerweile, inzwischen, neuerdings, kunftig, endlich, letztlich, nunmehr
    maintenant, desormais, depuis, a partir, dorenavant, enfin, finalement, dernierement
    adesso, ora, ormai, da quando, a partire, finalmente, ultimamente, d'ora in poi
    agora, desde, a partir, ultimamente, finalmente, doravante, hoje em dia
    теперь, сеичас, отныне, наконец, недавно, в итоге, с тех пор
    今は, いまは, 今では, 今後, 先月から, 今月から, 来月から, 最近, ようやく, やっと, 以降, これから, になった, になりました, ことにした
    이제, 지금은, 부터, 요즘, 최근, 드디어, 이후
    الان, الآن, حاليا, صار*, بقى*, من اليوم, ابتداء, مؤخرا, اخيرا, أخيرا, هلق, دلوقتي, توا
    अब, आजकल, से अब, फिलहाल, अभी, आखिरकार, इस बार से, नए`,
  /** Something replaces something. */
  change: `
    moved, move*, switch*, chang*, replac*, instead, became, becom*, turned, went back, renam*, migrat*, upgrad*, extended, postponed, pushed, raised, cut, bumped, swapped, swap*, transferred, converted, revers*, reschedul*, rather than, took over, taken over, handed, passed to, promoted, grew, dropped to, doubled, new, gone up, went up, went down, revised, corrected, updated, redone, brought forward, reinstated, lowered, increased, reduced, flipped, traded, shifted
    改, 换, 換, 搬, 转, 轉, 调, 調, 升, 降, 涨, 漲, 变成, 變成, 变, 挪, 移, 迁, 遷, 替, 推迟, 延期, 延到, 提前, 缩, 加到, 减到, 新, 交给, 交給, 接手, 划给, 归, 成了, 跳槽, 续, 換成, 重新
    cambi*, se mudo, mudamos, mude, pas* a, en vez de, en lugar, reemplaz*, sustitu*, ascend*, subi*, baj*, nuevo, nueva, aplaz*, adelant*, traslad*, migr*, renov*
    gewechselt, wechs*, umgezogen, gezogen, statt, stattdessen, umgestellt, ersetz*, verschoben, verleg*, neu, neue, neuer, neues, geworden, wurde, erhoht, gesenkt, ubernommen, ubernimmt, umbenannt, migriert, befordert, verlangert
    chang*, demenag*, au lieu, plutot, remplac*, pass* a, deplac*, report*, avanc*, nouveau, nouvelle, nouvel, devenu*, migr*, renomm*, augment*, baiss*, repris, promu*, prolong*, bascul*
    cambi*, trasferit*, invece, al posto, sostitu*, spostat*, passat* a, nuov*, diventat*, rinviat*, anticipat*, aumentat*, migrat*, promoss*, prorogat*
    mud*, troc*, em vez, em lugar, substitu*, pass* a, passei a, passou, adi*, nov*, virou, virei, aument*, baix*, migr*, promovid*, prorrog*
    переехал*, сменил*, поменял*, перешел, перешла, перешли, вместо, заменил*, перенесли, перенес*, стал, стала, стали, новыи, новая, новое, новые, повысили, подняли, перевел*, переименова*, продлил*
    変更, 変わ, 変え, 替え, 切り替, 引っ越, 移行, 移っ, 移り, 延期, 転職, 異動, 乗り換え, に統一, 一本化, 新しい, 新, 昇進, 代わり, かわり, 直し, 上が, 下が, にした, にしました
    바꿨, 바꾸, 바뀌, 바뀐, 바뀜, 변경, 옮겼, 옮기, 옮김, 이사, 대신, 교체, 미뤘, 미뤄, 연기, 이직, 전환, 새로, 새, 갈아탔, 올랐, 올려, 내려, 승진, 늘었, 줄었
    غير*, بدل*, انتقل*, نقل*, تحول*, حول*, أصبح*, اصبح*, جديد*, الجديد*, تأجل*, اتأجل*, أجل*, رقى, ترقى, عوض, ارتفع*, زاد*, رفع*
    बदल*, की जगह, के बजाय, शिफ्ट, नया, नई, नए, बढ़*, घट*, हो गया, हो गई, हो गए, आगे बढ़*, टल गई, टल गया, तबादला, चले गए, प्रमोशन, ले लिया, ले ली`,
  /** Something is over. */
  end: `
    no longer, anymore, any more, stopped, quit, gave up, given up, left, leaving, sold, ended, over, cancelled, canceled, dropped, finished, closed, died, passed away, retired, laid off, let go, broke up, divorced, gone, expired, lost, returned, removed, fell through, resigned, fired, off, done with, split, got rid of, went bust, shut, struck, lifted, resolved, fixed, repaired, went off, out of, abandoned, ditched, scrapped, archived, deleted, revoked, lapsed, gave, stepped down, healed, paid off, outgrew, worn off, used up, no more, isn't anymore, never again, put down, was stolen, broken
    不再, 不了, 戒, 停, 辞, 辭, 退, 卖了, 賣, 没了, 沒了, 结束, 結束, 取消, 放弃, 放棄, 离, 離, 分手, 关了, 關了, 关店, 倒闭, 死了, 去世, 走了, 毕业, 畢業, 过期, 丢了, 还了, 解约, 解散, 撤, 拆, 报废, 作废, 黄了, 算了, 不干, 完了, 用完, 好了, 痊愈, 出院, 下线, 送人, 送给, 裁, 废, 掉了, 早不, 已经不, 不用再, 还清
    ya no, dej*, renunci*, vendi*, termin*, acab*, cancel*, cerr*, muri*, fallec*, se jubil*, despid*, despidieron, separ*, divorci*, perdi*, devolvi*, se acabo, nunca mas, abandon*, quebr*, se fue, rompi*
    nicht mehr, kein* mehr, aufgehort, aufgegeb*, gekundigt, verkauft, beendet, vorbei, abgesagt, geschlossen, gestorben, verstorben, in rente, pensioniert, entlassen, getrennt, geschieden, verloren, zuruckgegeben, abgegeben, weg, abgeschafft, fallt weg, fallt aus, erledigt, ausgezogen, verlassen, abgelaufen, geplatzt
    ne plus, ne * plus, plus de, plus du, arret*, quitt*, vend*, fini*, termin*, annul*, ferm*, mort*, decede*, retraite, licenci*, separ*, divorc*, perdu*, rendu*, demissionn*, abandonn*, c'est fini, lach*, resili*
    non piu, non* piu, smess*, smett*, lasciat*, vendut*, finit*, terminat*, annullat*, chius*, mort*, in pensione, licenziat*, separat*, divorziat*, persa, perso, restituit*, abbandonat*, sciolt*, disdett*, ceduto, ceduta
    ja nao, nao * mais, deix*, parei, parou, larg*, vend*, acab*, termin*, cancel*, fech*, morr*, falec*, reform*, aposent*, demit*, separ*, divorci*, perd*, devolv*, desist*, encerr*, se foi, saiu, sai, sumiu
    больше не, бросил*, уволил*, продал*, закончил*, кончил*, отменил*, закрыл*, умер*, на пенсии, на пенсию, расстал*, развел*, потерял*, вернул*, ушел, ушла, отказал*, завязал*, сломал*, украли, отдал*, сдал*, распал*, снял*
    やめ, 辞め, 退職, 引退, 終わ, 終了, 中止, 卒業, 別れ, 離婚, 売っ, 売り, 手放, 亡くな, 閉店, 解約, 廃止, 廃車, 解散, もう, なくな, 打ち切, 満了, 完治, 退院, 断念, 捨て
    그만, 끊, 퇴사, 은퇴, 팔았, 팔고, 끝났, 끝나, 취소, 폐업, 문 닫, 헤어, 이혼, 죽었, 돌아가, 잃어, 접었, 접고, 안 해, 더 이상, 나갔, 없어, 해지, 관뒀, 포기, 졸업, 졸업, 뽑았, 종료
    لم يعد, لم تعد, لم أعد, ما عاد, ما عدت, توقف*, ترك*, بعت, باع*, بعنا, انته*, خلص*, الغ*, ألغ*, أغلق*, سكر*, مات*, توف*, تقاعد*, استقال*, انفصل*, طلق*, فقد*, ضاع*, وقف*, بطل*, قطع*, حبس*, فسخ*, مبقا*, مبقى
    बंद, छोड़*, बेच*, खत्म, ख़त्म, नहीं रहा, नहीं रही, नहीं रहे, रिटायर*, तलाक, गुज़र, गुजर, मर गया, मर गई, कैंसिल, रद्द, टूट, खो गया, लौटा*, हटा*, निकाल*, समाप्त, वापस कर`,
  /** Something has begun. */
  begin: `
    got, started, bought, adopted, joined, arrived, born, found, approved, accepted, passed, finally, married, engaged, learned, learnt, hired, signed, opened, launched, won, made it, came, installed, picked up, allowed, built, settled, decided, agreed, paid, delivered, merged, shipped, back, took up, tried, discovered, turned out, expecting, rented, ordered, registered, released, introduced, added, works again, made up, booked, filled, selected, chose, announced
    开始, 開始, 买了, 買了, 领养, 拿到, 拿了, 入职, 加入, 考上, 考过, 考完, 通过, 批了, 生了, 出生, 结婚, 領證, 领证, 脱单, 学会, 装了, 建好, 修好, 开了, 報名, 招了, 定了, 定在, 确定, 查出, 发现, 同意, 允许, 交了, 还清, 成交, 上线, 签约, 录取, 办完, 完成, 到手, 提车, 领了, 引入, 终于, 添了, 多了, 启用, 上班了
    empez*, compr*, adopt*, consegu*, nacio, llego, aprob*, casamos, caso, comenz*, contrat*, firm*, abri*, acept*, gan*, encontr*, termine la, instal*, aprendi*, me dieron, ya tiene, ya tengo, ya esta, estrena*
    angefangen, gekauft, bekommen, geboren, da, bestanden, geheiratet, verheiratet, verlobt, gefunden, eingestellt, unterschrieben, eroffnet, genehmigt, angekommen, gelernt, beschlossen, adoptiert, angeschafft, zugelegt, eingezogen, fertig, lauft wieder, erlaubt
    commence*, achete*, adopte*, recu*, obtenu*, ne le, nee le, arrive*, marie*, fiance*, trouve*, embauche*, signe*, ouvert*, approuve*, appris*, decide*, accepte*, installe*, reussi*, titularis*, emmenage*
    iniziato, iniziata, cominciato, comprat*, adottat*, avuto, ottenut*, nato, nata, arrivat*, sposat*, fidanzat*, trovat*, assunt*, firmat*, apert*, approvat*, imparat*, deciso, accettat*, preso, presa, superat*
    comec*, compr*, adot*, consegu*, nasceu, cheg*, aprov*, casei, casou, casaram, contrat*, assin*, abri*, aceit*, ganh*, encontr*, instal*, aprend*, fechei, passei no, tirei
    начал*, купил*, завел*, получил*, родил*, пришел, пришла, сдал*, женил*, вышла замуж, нашел, нашла, взяли, принял*, устроил*, подписал*, открыл*, одобрил*, научил*, решил*, поступил*, заехал*, поставил*, разрешил*
    始め, 買っ, 買い, もらっ, 生まれ, 受かっ, 合格, 結婚し, 入籍, 見つか, 決ま, 入社, 入学, 契約, 開業, 開店, 承認, 飼い始め, 届い, 完成, 引き取, 迎え, 取れ, できるように
    시작, 샀, 구입, 입양, 받았, 태어, 합격, 결혼했, 찾았, 취업, 입사, 계약, 열었, 승인, 배웠, 결정, 생겼, 나왔, 도착, 키우기, 설치, 땄, 들어갔, 개통
    بدأ*, بدينا, اشتر*, تبن*, حصل*, ولد*, نجح*, تزوج*, خطب*, وجد*, لقى, وقع*, فتح*, وافق*, تعلم*, قرر*, وصل*, استلم*, التحق*, قبل*, ركب*
    शुरू, खरीद*, ख़रीद*, गोद, मिल गया, मिल गई, मिल गयी, जन्म, पास हो, पास कर, शादी हो, शादी कर, जॉइन, भर्ती, खोल*, मंज़ूर, सीख*, तय हो, लगवा*, लग गई, लग गया, चुन*, आ गया, आ गई`,
  /** Something is denied. */
  deny: `
    no, not, never, don't, doesn't, didn't, isn't, aren't, wasn't, won't, can't, couldn't, wouldn't, shouldn't, hasn't, haven't, mustn't, none, nothing, without, neither, nor, isnt, doesnt, dont, cant, wont, hates, dislikes, avoid*, refus*, cannot, except, stop
    不, 没, 沒, 别, 別, 无, 無, 未, 非, 勿, 冇, 唔, 莫, 免, 拒, 忌, 禁, 讨厌, 討厭
    no, nunca, ni, sin, nada, nadie, tampoco, odia, evita
    nicht, kein*, nie, niemals, ohne, weder, noch, nichts, niemand
    ne, pas, jamais, sans, rien, ni, aucun*, personne, deteste
    non, mai, senza, niente, nessun*, ne, neanche, odia
    nao, nunca, nem, sem, nada, ninguem, jamais, odeia
    не, нет, никогда, ни, без, ничего, нельзя, никто
    ない, ません, ず, 不, 無, 嫌い, 苦手, なし, 禁止
    안, 않, 못, 없, 아니, 말고, 싫
    لا, ما, ليس, لم, لن, غير, بدون, مو, مش, بلا, مش, يرفض, يكره
    नहीं, न, मत, ना, बिना, कभी नहीं, नापसंद`,
  /** It is a wish, plan, advice, assumption or condition. */
  plan: `
    want*, would, wish*, plan*, hop*, might, may, maybe, perhaps, consider*, think* about, think* of, dream*, if, going to, some day, someday, one day, should, could, supposed, intend*, probably, recommend*, suggest*, advis*, offered, applied, apply, planning, thinking, tempted, considering, looking for, saving for, trying to, will
    想, 打算, 计划, 計畫, 计畫, 希望, 可能, 也许, 如果, 要是, 考虑, 考慮, 准备, 準備, 将来, 有朝一日, 建议, 應該, 应该, 将, 要去, 梦想, 申请, 考, 说不定, 或许, 若, 一旦
    quiere, quiero, querria, quisiera, planea*, espera*, quiza*, tal vez, si, piensa*, pienso, suena, sueno, iria, deberia, podria, va a, voy a, algun dia
    will, wollte, mochte, wurde, plant, hofft, vielleicht, wenn, falls, uberlegt, traumt, soll, sollte, konnte, vorhat, irgendwann
    veut, voudrai*, aimerai*, prevoi*, espere*, peut-etre, si, envisage*, reve*, devrai*, pourrai*, va, vais, compte, un jour
    vuole, voglio, vorrei, vorrebbe, spera*, forse, se, pensa*, sogna*, dovrebbe, potrebbe, un giorno, intende
    quer, quero, queria, gostaria, plane*, espera*, talvez, se, pensa*, sonha*, deveria, poderia, vai, vou, um dia, pretend*
    хочет, хочу, хотел*, планир*, надее*, может, возможно, если, думает, думаю, мечта*, бы, собира*, когда-нибудь, следует
    たい, つもり, 予定, かも, もし, たら, 検討, 夢, いつか, 考え, 希望, 計画, 目指
    싶, 계획, 예정, 혹시, 만약, 려고, 희망, 언젠가, 고민, 생각 중
    يريد, تريد, أريد, اريد, يخطط, تخطط, أخطط, يفكر, تفكر, أفكر, ربما, لو, إذا, اذا, ناوي, ناوية, بدي, بده, نفسي, نفسه, يحلم, تحلم, يمكن, سوف, عايز
    चाहता, चाहती, चाहते, सोच, शायद, अगर, योजना, सपना, इरादा, मन है, प्लान, किसी दिन, होगा, जाऊँगा`,
  /** It was true once, or happened once. */
  past: `
    was, were, used to, formerly, ago, back then, before, once, had, previously, ex, former, as a child, as a kid, in the past, at the time, until, grew up, born, in 19*, in 20*, last year, last summer, when he was, when she was, when i was, years back, originally, history
    以前, 曾, 过去, 小时候, 小時候, 当年, 當年, 那年, 从前, 原来, 原先, 前, 早年, 去年, 年轻时, 上学时, 之前, 时候, 出生, 过
    era, fue, vivi, antes, de nino, de nina, de chico, de chica, hace anos, estuvo, trabajo en, nacio, solia, anos atras, exmarido, ex
    war, waren, hatte, fruher, damals, als kind, vor jahren, ehemalig*, geboren, einst, ex
    etait, etais, avait, avant, autrefois, enfant, il y a, ancien*, jadis, petit, ne en, ex
    era, ero, aveva, prima, da bambin*, da piccol*, anni fa, ex, una volta, nato, nata
    era, foi, tinha, antes, quando crianca, antigamente, ha anos, ex, nasceu, em pequen*
    был, была, были, раньше, когда-то, в детстве, лет назад, бывш*, до этого, родил*, прежде
    以前, 昔, 子供の頃, 前は, かつて, だった, していた, 元, 当時, 生まれ, 頃
    예전, 옛날, 어렸을, 어릴, 였다, 였음, 전에는, 당시, 전 직장, 태어, 때
    كان*, سابقا, قديما, زمان, قبل, في صغر*, ولد, أيام
    था, थी, थे, पहले, बचपन, पुराना, उस समय, पिछले, जन्म`,
  /** It is true in addition to what was said before. */
  also: `
    also, too, as well, another, second, besides, additionally, both, on top, plus, sometimes, other, other one, extra, in addition, other than
    也, 还, 還, 另, 又, 再, 同时, 除了, 第二, 都, 兼, 有时, 有時, 其他, 亦, 顺便
    tambien, otro, otra, ademas, a veces, segundo, segunda, mas de
    auch, noch ein*, ausserdem, zusatzlich, zweite*, anderer, andere, manchmal, dazu, nebenbei
    aussi, autre, egalement, en plus, second*, deuxieme, parfois
    anche, altro, altra, inoltre, secondo, seconda, a volte, pure
    tambem, outro, outra, alem, segundo, segunda, as vezes
    тоже, также, еще, другои, другая, втор*, кроме, иногда
    も, 他に, もう一, 二つ目, 別の, また, 時々, 追加
    도, 또, 다른, 둘째, 추가, 가끔, 역시
    أيضا, ايضا, كمان, برضو, ثاني*, آخر, أخرى, أحيانا, كذلك, زيادة
    भी, दूसरा, दूसरी, दूसरे, और एक, साथ में, कभी-कभी, अलावा`,
  /** It is true for a while or in one case only. */
  brief: `
    today, tonight, tomorrow, this week, this weekend, this month, this friday, this monday, this time, only when, only if, unless, except, exception*, temporar*, for now, for the day, during, one-off, while, until, just this once, on leave, for a week, for two weeks, for a month, on holiday, this once, at christmas, visiting, trial, borrowed, currently
    今天, 今晚, 明天, 这周, 這週, 本周, 这次, 這次, 这个月, 临时, 臨時, 暂时, 暫時, 例外, 除非, 期间, 期間, 只有, 那几天, 出差, 春节, 过年, 国庆, 期末, 一次, 这几天, 偶尔, 单独, 试用, 借
    hoy, esta noche, manana, esta semana, este mes, salvo, excepto, excepcion*, mientras, durante, temporal*, por esta vez, solo si, solo cuando, en navidad, este viernes
    heute, morgen, diese woche, diesen monat, ausnahm*, ausser, solange, wahrend, vorubergehend, diesmal, nur wenn, nur im, an weihnachten, im urlaub, einmalig
    aujourd'hui, ce soir, demain, cette semaine, ce mois, sauf, exception*, pendant, temporair*, cette fois, tant que, seulement si, pour noel
    oggi, stasera, domani, questa settimana, questo mese, salvo, tranne, eccezional*, durante, temporane*, stavolta, solo se, per natale
    hoje, amanha, esta semana, este mes, salvo, exceto, excec*, excepcional*, durante, enquanto, temporari*, desta vez, so se, no natal
    сегодня, завтра, на этои неделе, в этом месяце, кроме, исключение, временно, пока, на время, в этот раз, только если, в отпуске, на месяц
    今日, 明日, 今週, 今月だけ, 今回, 例外, 一時, 臨時, だけ, 期間中, 年末, 連休, 限り, 場合
    오늘, 내일, 이번 주, 이번 달만, 이번에, 예외, 임시, 동안, 잠시, 연휴, 만, 경우
    اليوم, غدا, هذا الأسبوع, هالأسبوع, هذا الشهر, إلا, استثناء, مؤقت*, خلال, في رمضان, هالمرة, فقط إذا, أثناء
    आज, कल, इस हफ्ते, इस हफ़्ते, इस महीने, सिवाय, अपवाद, जब तक, दौरान, फिलहाल, सिर्फ, बस इस, त्योहार`,
  /** Somebody says it, or asks. */
  quote: `
    said, says, told, asked, asks, according to, claims, writes, wrote, thinks, heard, rumour*, rumor*, guess, believes, reckons, ", ?
    说, 說, 问, 問, 听说, 聽說, 据说, 写, 认为, 觉得, 以为, ？, “, 「
    dice, dijo, segun, cree, pregunta, escribio
    sagt, sagte, laut, meint, fragt, glaubt, schrieb
    dit, selon, croit, demande, pense
    dice, ha detto, secondo, crede, chiede, dicono
    diz, disse, segundo, acha, pergunta, acredita
    сказал*, говор*, по словам, считает, спрашива*, думает
    と言, によると, らしい, そうだ, って, 聞いた
    말했, 라고, 래요, 물어, 대로, 한다고, 따르면
    قال*, يقول, تقول, حسب, سأل*, يظن
    कहा, कहते, कहता, कहती, बोला, के अनुसार, पूछ`,
} as const;

/** Other people, one a line: two statements that name different ones are about two people. */
export const persons = `
    mother, mum, mom, mama, ma, 妈妈, 妈, 媽, 母亲, 母親, 老妈, madre, mutter, mere, maman, mamma, mae, мама, мать, мамы, お母さん, 母, 엄마, 어머니, أمي, الأم, أمه, امي, والدتي, मां, माँ, मम्मी, vieja
    father, dad, daddy, pa, 爸爸, 爸, 父亲, 父親, 老爸, padre, papa, vater, pere, papai, pai, отец, папа, お父さん, 父, 아빠, 아버지, أبي, والدي, ابي, أبوي, पापा, पिताजी, पिता, babbo
    parents, 父母, 爸妈, padres, eltern, genitori, pais, родител*, 両親, 부모님, أهل*, माता-पिता, मम्मी-पापा
    wife, 老婆, 妻子, 太太, 媳妇, 媳婦, 我爱人, esposa, mujer, frau, femme, moglie, esposa, жена, 妻, 奥さん, 아내, 와이프, زوجتي, زوجته, مراتي, पत्नी, बीवी
    husband, 老公, 丈夫, 先生, marido, esposo, mann, mari, marito, муж, 夫, 旦那, 남편, زوجي, زوجها, पति
    partner, girlfriend, boyfriend, gf, bf, fiance, fiancee, 女朋友, 男朋友, 女友, 男友, 对象, novia, novio, freund, freundin, copain, copine, fidanzat*, namorad*, девушка, парень, 彼女, 彼氏, 여자친구, 남자친구, 여친, 남친, خطيب*
    ex, ex-wife, ex-husband, 前妻, 前夫, 前任, 前女友, 前男友, exmujer, exmarido, exfrau, exmann, бывш*
    son, boy, 儿子, 兒子, hijo, sohn, fils, figlio, filho, сын, 息子, 아들, ابني, ابنه, बेटा, बेटे
    daughter, girl, 女儿, 女兒, 闺女, 閨女, hija, tochter, fille, figlia, filha, дочь, дочка, дочери, 娘, 딸, بنتي, ابنتي, बेटी, बिटिया
    child, kid, kids, children, baby, toddler, 孩子, 小孩, 宝宝, 娃, hijos, kind, kinder, enfant*, figli, bambin*, filhos, дети, ребенок, 子供, 子ども, 아이, 애들, أطفال*, أولاد*, बच्चा, बच्चे
    eldest, older son, oldest, 老大, 大儿子, 大女儿, mayor, alteste*, aine*, maggiore, mais velho, старш*, 長男, 長女, 첫째, 큰*, الكبير*, बड़ा, बड़ी, बड़े
    youngest, younger, 老二, 小儿子, 小女儿, 老幺, menor, jungste*, cadet*, minore, mais novo, cacula, младш*, 次男, 次女, 末っ子, 둘째, 막내, الصغير*, छोटा, छोटी, छोटे
    brother, bro, 哥哥, 哥, 弟弟, 弟, 兄弟, hermano, bruder, frere, fratello, irmao, брат, 兄, 弟, 형, 오빠, 남동생, أخي, أخوي, اخوي, भाई
    sister, sis, 姐姐, 姐, 姊, 妹妹, 妹, hermana, schwester, soeur, sorella, irma, сестра, 姉, 妹, 언니, 누나, 여동생, أختي, اختي, बहन, दीदी
    grandmother, grandma, granny, gran, nan, nana, 奶奶, 外婆, 姥姥, 阿嬷, 阿嬤, 婆婆, abuela, oma, grossmutter, grand-mere, mamie, nonna, avo, vovo, бабушка, 祖母, おばあちゃん, 할머니, جدتي, दादी, नानी
    grandfather, grandpa, granddad, 爷爷, 爺爺, 外公, 姥爷, 阿公, abuelo, opa, grossvater, grand-pere, papi, nonno, avo, дедушка, дед, 祖父, おじいちゃん, 할아버지, جدي, दादा*, नाना
    uncle, 叔叔, 舅舅, 伯伯, 姑父, 姨父, 大伯, tio, onkel, oncle, zio, дядя, おじ, 삼촌, 이모부, عمي, خالي, चाचा, मामा
    aunt, auntie, 阿姨, 姑姑, 姨妈, 舅妈, 婶, tia, tante, zia, тетя, おば, 이모, 고모, عمتي, خالتي, चाची, मौसी, बुआ
    cousin, 表哥, 表弟, 表姐, 表妹, 堂, 表, primo, prima, cousin*, cugin*, двоюрод*, いとこ, 사촌, ابن عم*, चचेर*
    mother-in-law, father-in-law, in-laws, brother-in-law, sister-in-law, 岳父, 岳母, 公公, 嫂子, 弟妹, 姐夫, 妹夫, 丈母娘, suegr*, cunad*, schwieger*, schwager*, beau-*, belle-*, suocer*, cognat*, sogr*, cunhad*, свекр*, теща, тесть, зять, невестк*, 義*, 시어머니, 시아버지, 장모*, 장인*, 처남, 매형, 새언니, 형부, حمات*, सास, ससुर, साला, भाभी, जीजा
    nephew, niece, 侄子, 侄女, 外甥, 姪*, sobrin*, neffe, nichte, neveu, niece, nipot*, sobrinh*, племянн*, 甥, 姪, 조카, भतीज*, भांज*
    boss, manager, 老板, 领导, 主管, 上司, 经理, jefe, jefa, chef*, vorgesetzt*, patron*, capo, chefe, начальник*, 上司, 社長, 상사, 팀장, 사장, مديري, مدير*, बॉस, मालिक
    colleague, coworker, coworkers, teammate, 同事, colega, companero, companera, kollege*, kollegin, collegue*, collega, collegh*, коллег*, 同僚, 동료, زميل*, सहकर्मी
    friend, mate, buddy, bestie, 朋友, 闺蜜, 哥们, amig*, kumpel, ami, amie, amic*, друг, подруга, 友達, 友人, 친구, صديق*, صاحب*, दोस्त, सहेली
    roommate, flatmate, housemate, 室友, 舍友, companero de piso, mitbewohner*, coloc*, coinquilin*, colega de quarto, сосед*, ルームメイト, 룸메이트, रूममेट
    neighbour, neighbor, neighbours, 邻居, 鄰居, vecin*, nachbar*, voisin*, vicin*, vizinh*, 隣*, 이웃, 옆집, جار*, पड़ोसी
    landlord, landlady, 房东, 房東, caser*, vermieter*, proprietaire, padron* di casa, senhori*, хозя*, 大家, 집주인, صاحب البيت, मकान मालिक
    doctor, gp, dentist, 医生, 醫生, 大夫, 牙医, medic*, arzt, arztin, zahnarzt, medecin, dentist*, врач*, 医者, 歯医者, 의사, 치과, طبيب*, دكتور*, डॉक्टर
    teacher, 老师, 老師, maestr*, profesor*, lehrer*, prof*, insegnant*, учител*, 先生, 선생*, معلم*, مدرس*, टीचर, शिक्षक
    client, customer, 客户, 客戶, 甲方, client*, kund*, клиент*, 顧客, お客, 고객, 손님, عميل*, زبون*, ग्राहक
    dog, puppy, 狗, 小狗, perr*, hund*, chien*, cane, cachorr*, cao, собак*, пес, 犬, 개, 강아지, كلب*, कुत्ता
    cat, kitten, 猫, 貓, gat*, katze*, kater, chat*, gatt*, кот, кошк*, 猫, 고양이, قط*, बिल्ली`;
