/** One fact in two languages, and a question in each that it answers. */
export interface TranslatedFact {
  en: string;
  zh: string;
  enQuestion: string;
  zhQuestion: string;
}

/** A line: English fact | Chinese fact | English question | Chinese question. */
const lines = `
My dog is afraid of thunder | 我的狗害怕打雷 | What is my dog scared of? | 我的狗怕什么？
I am allergic to peanuts | 我对花生过敏 | Which food am I allergic to? | 我对什么食物过敏？
My sister lives in Canada | 我妹妹住在加拿大 | In which country does my sister live? | 我妹妹住在哪个国家？
I work as a nurse in a hospital | 我在医院当护士 | What is my profession? | 我的职业是什么？
I play the violin every evening | 我每天晚上拉小提琴 | Which instrument do I play? | 我会什么乐器？
My favourite season is autumn | 我最喜欢的季节是秋天 | Which season do I like best? | 我最喜欢哪个季节？
I drink coffee without sugar | 我喝咖啡不加糖 | How do I take my coffee? | 我喝咖啡加糖吗？
My car is in the repair shop | 我的汽车在修理厂 | Where is my car now? | 我的汽车现在在哪里？
I am learning to swim | 我正在学游泳 | Which sport am I learning? | 我在学什么运动？
My grandfather was a fisherman | 我爷爷以前是渔民 | What did my grandfather do for a living? | 我爷爷以前做什么工作？
I go to the gym on Saturdays | 我每周六去健身房 | On which day do I go to the gym? | 我星期几去健身房？
My daughter wants to be a pilot | 我女儿想当飞行员 | What does my daughter want to become? | 我女儿长大想做什么？
I sold my old bicycle last week | 上周我卖掉了旧自行车 | What happened to my old bicycle? | 我的旧自行车怎么了？
I do not eat pork | 我不吃猪肉 | Which meat do I avoid? | 我不吃哪种肉？
My birthday is in December | 我的生日在十二月 | In which month was I born? | 我的生日在几月？
My wife teaches mathematics | 我妻子教数学 | Which subject does my wife teach? | 我妻子教哪门课？
I keep my passport in the drawer | 我的护照放在抽屉里 | Where is my passport? | 我的护照放在哪儿？
I read detective novels before sleeping | 我睡觉前看侦探小说 | What kind of books do I read at night? | 我晚上睡前看什么书？
The rent goes up next year | 明年房租要涨 | What changes about the rent? | 房租会有什么变化？
My neighbour has three cats | 我的邻居养了三只猫 | How many cats does the neighbour keep? | 邻居养了几只猫？
I want to visit Japan in spring | 我想春天去日本旅行 | Where would I like to travel? | 我想去哪里旅行？
My computer screen is broken | 我的电脑屏幕坏了 | What is wrong with my computer? | 我的电脑出了什么问题？
I take the subway to work | 我坐地铁上班 | How do I get to the office? | 我怎么去上班？
My son hates carrots | 我儿子讨厌胡萝卜 | Which vegetable does my son dislike? | 我儿子不喜欢什么蔬菜？
I have a dentist appointment on Monday | 我星期一要看牙医 | When do I see the dentist? | 我什么时候看牙医？
I grow tomatoes on the balcony | 我在阳台上种西红柿 | What do I grow on the balcony? | 我在阳台上种了什么？
My brother is studying law | 我弟弟在学法律 | What is my brother studying at university? | 我弟弟在大学学什么专业？
I sleep badly when it is hot | 天气热的时候我睡不好 | When do I have trouble sleeping? | 我什么时候睡不好觉？
My phone battery dies quickly | 我的手机电池很快就没电 | What is the problem with my phone? | 我的手机有什么毛病？
I prefer trains to planes | 比起飞机我更喜欢坐火车 | Do I like flying or taking the train? | 我喜欢坐飞机还是坐火车？
I was born in a small village by the sea | 我出生在海边的一个小村庄 | Where was I born? | 我在哪里出生？
My mother makes the best dumplings | 我妈妈包的饺子最好吃 | What does my mother cook best? | 我妈妈最拿手的菜是什么？
I quit smoking two years ago | 我两年前戒了烟 | When did I stop smoking? | 我什么时候戒烟的？
My boss likes short reports | 我的老板喜欢简短的报告 | What kind of reports does my boss like? | 老板喜欢什么样的报告？
I wear glasses for driving | 我开车时戴眼镜 | When do I need my glasses? | 我什么时候需要戴眼镜？
My favourite colour is green | 我最喜欢的颜色是绿色 | Which colour do I like most? | 我最喜欢什么颜色？
I collect old stamps | 我收集旧邮票 | What do I collect? | 我有什么收藏爱好？
My kitchen has no oven | 我的厨房没有烤箱 | What is missing in my kitchen? | 我的厨房里缺什么？
I lost my umbrella on the bus | 我把雨伞丢在公交车上了 | Where did I lose my umbrella? | 我的雨伞丢在哪里了？
My uncle owns a bakery | 我叔叔开了一家面包店 | What kind of shop does my uncle have? | 我叔叔开的是什么店？
I run five kilometres every morning | 我每天早上跑五公里 | How far do I run in the morning? | 我每天早上跑多远？
My doctor told me to eat less salt | 医生让我少吃盐 | What advice did the doctor give me? | 医生给了我什么建议？
I like jazz music | 我喜欢爵士音乐 | What music do I like? | 我喜欢什么音乐？
My flight leaves at eight in the morning | 我的航班早上八点起飞 | At what time does my plane leave? | 我的飞机几点起飞？
I have no brothers or sisters | 我没有兄弟姐妹 | Do I have siblings? | 我有兄弟姐妹吗？
My apartment is on the ninth floor | 我的公寓在九楼 | On which floor do I live? | 我家住几楼？
I learned French at school | 我在学校学过法语 | Which foreign language did I learn at school? | 我在学校学过什么外语？
My friend gave me a watch for my wedding | 结婚时朋友送了我一块手表 | What wedding gift did a friend give me? | 结婚时朋友送了我什么礼物？
I water the plants on Sundays | 我星期天给植物浇水 | When do I water the plants? | 我什么时候给植物浇水？
My back hurts when I sit too long | 我坐久了背疼 | When does my back hurt? | 我什么时候背疼？
I plan to buy a house next summer | 我打算明年夏天买房子 | What do I plan to buy? | 我打算买什么？
My password notebook is blue | 我的笔记本是蓝色的 | What colour is my notebook? | 我的笔记本是什么颜色？
I am afraid of heights | 我怕高 | What am I afraid of? | 我害怕什么？
My team won the football match | 我们队赢了足球比赛 | How did the football match end? | 足球比赛结果怎么样？
I usually have rice porridge for breakfast | 我早餐通常喝粥 | What do I have for breakfast? | 我早饭一般吃什么？
My cousin is getting married in May | 我表姐五月结婚 | Who is getting married in May? | 谁在五月结婚？
I work from home on Fridays | 我星期五在家办公 | On which day do I work at home? | 我哪天在家上班？
My favourite film is about space travel | 我最喜欢的电影讲的是太空旅行 | What is my favourite movie about? | 我最喜欢的电影讲什么？
I bought a red jacket for the winter | 我买了一件红色的冬天外套 | What clothes did I buy for winter? | 我为冬天买了什么衣服？
My daughter has a fever today | 我女儿今天发烧了 | Who is ill today? | 今天谁生病了？
I cannot ride a bicycle | 我不会骑自行车 | What am I unable to ride? | 我不会骑什么？
My office is next to the library | 我的办公室在图书馆旁边 | What is beside my office? | 我的办公室旁边是什么？
I donate blood twice a year | 我每年献血两次 | How often do I give blood? | 我一年献几次血？
My father is learning to cook | 我爸爸在学做饭 | What is my father learning? | 我爸爸在学什么？
I saw a snake in the garden | 我在花园里看见一条蛇 | Which animal did I see in the garden? | 我在花园里看见了什么动物？
My favourite fruit is mango | 我最喜欢的水果是芒果 | Which fruit do I like best? | 我最爱吃什么水果？
I write a diary every night | 我每天晚上写日记 | What do I write at night? | 我每晚写什么？
My train was two hours late | 我的火车晚点了两个小时 | How late was the train? | 火车晚点多久？
I have lived in Berlin since 2019 | 我从2019年起住在柏林 | In which city do I live? | 我住在哪个城市？
My grandmother speaks only Cantonese | 我奶奶只会说广东话 | Which language does my grandmother speak? | 我奶奶说什么话？
I need a new mattress | 我需要一张新床垫 | What do I need for the bedroom? | 我卧室需要换什么？
My son broke his arm skiing | 我儿子滑雪摔断了胳膊 | How did my son break his arm? | 我儿子的胳膊怎么断的？
I prefer tea in the afternoon | 下午我更喜欢喝茶 | What do I like to drink in the afternoon? | 下午我喜欢喝什么？
My company makes medical robots | 我们公司生产医疗机器人 | What does my company produce? | 我们公司生产什么？
I forgot my keys at the office | 我把钥匙忘在办公室了 | Where did I leave my keys? | 我的钥匙忘在哪里了？
My hobby is photography | 我的爱好是摄影 | What is my hobby? | 我的爱好是什么？
I owe my friend two hundred dollars | 我欠朋友两百美元 | How much money do I owe? | 我欠朋友多少钱？
My wedding is in October | 我十月份举行婚礼 | When is my wedding? | 我什么时候举行婚礼？
I am saving money for a piano | 我在存钱买钢琴 | What am I saving money for? | 我存钱想买什么？
My street is very noisy at night | 我住的那条街晚上很吵 | What bothers me about my street? | 我住的街道有什么问题？
I take medicine for my heart | 我在吃治心脏的药 | Which medicine do I take? | 我在吃什么药？
My best friend moved to Australia | 我最好的朋友搬到了澳大利亚 | Where did my best friend go? | 我最好的朋友搬到哪里去了？
I failed my driving test | 我驾照考试没通过 | How did the driving test go? | 我的驾照考试结果如何？
My wife is pregnant | 我妻子怀孕了 | What news is there about my wife? | 我妻子有什么消息？
I like to paint landscapes | 我喜欢画风景 | What do I like to paint? | 我喜欢画什么？
My internet connection is slow | 我家的网络很慢 | What is wrong with the internet at home? | 家里的网络怎么样？
I volunteer at an animal shelter | 我在动物收容所做志愿者 | Where do I volunteer? | 我在哪里做志愿者？
My brother borrowed my camera | 我哥哥借走了我的相机 | Who has my camera? | 我的相机在谁那里？
I eat dinner at seven | 我七点吃晚饭 | At what time do I have dinner? | 我几点吃晚饭？
My favourite writer is from Russia | 我最喜欢的作家是俄罗斯人 | Which country is my favourite author from? | 我最喜欢的作家是哪国人？
I have a meeting with the bank tomorrow | 我明天和银行有个会 | Whom do I meet tomorrow? | 我明天和谁开会？
My shoes are size forty-two | 我穿四十二码的鞋 | What is my shoe size? | 我穿多大码的鞋？
I dream of opening a restaurant | 我梦想开一家餐馆 | What is my dream? | 我的梦想是什么？
My cat had four kittens | 我的猫生了四只小猫 | How many kittens does my cat have? | 我的猫生了几只小猫？
I spilled coffee on my keyboard | 我把咖啡洒在键盘上了 | What happened to my keyboard? | 我的键盘怎么了？
My insurance ends in March | 我的保险三月到期 | When does my insurance expire? | 我的保险什么时候到期？
I never watch television | 我从来不看电视 | Do I watch TV? | 我看电视吗？
My teacher comes from Egypt | 我的老师来自埃及 | Which country is my teacher from? | 我的老师是哪国人？
I hurt my knee playing basketball | 我打篮球伤了膝盖 | How did I hurt my knee? | 我的膝盖是怎么受伤的？
My parents celebrate forty years of marriage | 我父母庆祝结婚四十周年 | What do my parents celebrate? | 我父母在庆祝什么？
`;

export const facts: TranslatedFact[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [en = '', zh = '', enQuestion = '', zhQuestion = ''] = line
      .split('|')
      .map((part) => part.trim());
    return { en, zh, enQuestion, zhQuestion };
  });
