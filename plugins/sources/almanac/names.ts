/** English names in general use, by the Chinese ones of the calendar. Terms and festivals: as China's government writes them. */
const NAMES = `
冬至 Winter Solstice|小寒 Minor Cold|大寒 Major Cold|立春 Start of Spring|雨水 Rain Water|惊蛰 Awakening of Insects|春分 Spring Equinox
清明 Pure Brightness|谷雨 Grain Rain|立夏 Start of Summer|小满 Grain Buds|芒种 Grain in Ear|夏至 Summer Solstice|小暑 Minor Heat
大暑 Major Heat|立秋 Start of Autumn|处暑 End of Heat|白露 White Dew|秋分 Autumn Equinox|寒露 Cold Dew|霜降 Frost's Descent
立冬 Start of Winter|小雪 Minor Snow|大雪 Major Snow
鼠 Rat|牛 Ox|虎 Tiger|兔 Rabbit|龙 Dragon|蛇 Snake|马 Horse|羊 Goat|猴 Monkey|鸡 Rooster|狗 Dog|猪 Pig
甲 Jia|乙 Yi|丙 Bing|丁 Ding|戊 Wu|己 Ji|庚 Geng|辛 Xin|壬 Ren|癸 Gui
子 Zi|丑 Chou|寅 Yin|卯 Mao|辰 Chen|巳 Si|午 Wu|未 Wei|申 Shen|酉 You|戌 Xu|亥 Hai
木 Wood|火 Fire|土 Earth|金 Metal|水 Water
北 north|西南 southwest|东 east|东南 southeast|中 centre|西北 northwest|西 west|东北 northeast|南 south
一九 First nine|二九 Second nine|三九 Third nine|四九 Fourth nine|五九 Fifth nine|六九 Sixth nine|七九 Seventh nine|八九 Eighth nine|九九 Ninth nine
初伏 First dog days|中伏 Middle dog days|末伏 Last dog days
正月 First month|二月 Second month|三月 Third month|四月 Fourth month|五月 Fifth month|六月 Sixth month|七月 Seventh month|八月 Eighth month
九月 Ninth month|十月 Tenth month|十一月 Eleventh month|十二月 Twelfth month
春节 Spring Festival|元宵节 Lantern Festival|龙头节 Dragon Head Festival|上巳节 Shangsi Festival|清明节 Qingming Festival
端午节 Dragon Boat Festival|七夕节 Qixi Festival|中元节 Ghost Festival|中秋节 Mid-Autumn Festival|重阳节 Double Ninth Festival
冬至节 Winter Solstice Festival|腊八节 Laba Festival|除夕 Chinese New Year's Eve
元旦 New Year's Day|妇女节 Women's Day|植树节 Arbor Day|劳动节 Labour Day|青年节 Youth Day|儿童节 Children's Day|建党节 CPC Founding Day
建军节 Army Day|教师节 Teachers' Day|国庆节 National Day|抗战胜利日 Victory Day|国庆中秋 National Day and Mid-Autumn Festival
`

/** What the almanac advises for a day or against it. Our own words, for all that the library may say. */
const ACTIVITIES = `
祭祀 Worship|祈福 Pray for blessings|求嗣 Pray for children|开光 Consecrate statues|塑绘 Shape and paint statues|齐醮 Hold a temple rite
斋醮 Fast and pray|沐浴 Bathe|酬神 Thank the gods|造庙 Build a temple|祀灶 Honour the kitchen god|焚香 Burn incense|谢土 Thank the earth god
出火 Move the household altar|雕刻 Carve|嫁娶 Marry|订婚 Get engaged|纳采 Bring betrothal gifts|问名 Exchange birth dates|纳婿 Welcome a son-in-law
归宁 Visit the bride's parents|安床 Set up a bed|合帐 Hang bed curtains|冠笄 Come of age|订盟 Agree on a marriage|进人口 Enlarge the household
裁衣 Make clothes|挽面 Thread the face|开容 Groom the bride|修坟 Repair a grave|启钻 Move a grave|破土 Dig a grave|安葬 Bury
立碑 Set a gravestone|成服 Put on mourning|除服 End mourning|开生坟 Prepare a grave in life|合寿木 Make a coffin|入殓 Lay in a coffin
移柩 Carry out a coffin|普渡 Pray for lost souls|入宅 Move in|安香 Set up an altar|安门 Hang a door|修造 Build and repair
起基 Lay foundations|动土 Break ground|上梁 Raise the ridge beam|竖柱 Raise pillars|开井开池 Dig wells and ponds|作陂放水 Build dams and let in water
拆卸 Dismantle|破屋 Pull down a house|坏垣 Pull down a wall|补垣 Mend a wall|伐木做梁 Fell trees for beams|作灶 Build a stove
解除 Cleanse the house|开柱眼 Cut mortises|穿屏扇架 Join frames|盖屋合脊 Roof a house to the ridge|开厕 Open a latrine|造仓 Build a granary
塞穴 Stop up holes|平治道涂 Level a road|造桥 Build a bridge|作厕 Build a latrine|筑堤 Build a dyke|开池 Dig a pond|伐木 Fell trees
开渠 Dig a channel|掘井 Dig a well|扫舍 Clean the house|放水 Let in water|造屋 Build a house|合脊 Close the ridge|造畜稠 Build a stable
修门 Repair a door|定磉 Set pillar stones|作梁 Make beams|修饰垣墙 Decorate walls|架马 Set up trestles|开市 Open for business
挂匾 Hang a sign|纳财 Take in money|求财 Seek wealth|开仓 Open a granary|买车 Buy a vehicle|置产 Buy property|雇佣 Hire
出货财 Send out goods|安机械 Install machinery|造车器 Build vehicles|经络 Weave|酝酿 Brew|作染 Dye|鼓铸 Cast metal
造船 Build a boat|割蜜 Gather honey|栽种 Plant|取渔 Fish|结网 Make nets|牧养 Herd|安碓磑 Set up a mill|习艺 Learn a craft
入学 Start school|理发 Cut hair|探病 Visit the sick|见贵 Meet people of rank|乘船 Go by boat|渡水 Cross water|针灸 Acupuncture
出行 Travel|移徙 Move house|分居 Divide the household|剃头 Shave the head|整手足甲 Trim nails|纳畜 Buy livestock|捕捉 Trap
畋猎 Hunt|教牛马 Train cattle and horses|会亲友 Meet family and friends|赴任 Take up a post|求医 See a doctor|治病 Treat an illness
词讼 Go to court|起基动土 Lay foundations and break ground|破屋坏垣 Pull down houses and walls|盖屋 Roof a house|造仓库 Build a storehouse
交易 Trade|立券 Sign contracts|安机 Install a machine|会友 Meet friends|求医疗病 Seek treatment|诸事不宜 Nothing is advised
馀事勿取 Nothing else|行丧 Hold a funeral|断蚁 Get rid of ants|归岫 Return to the hills
`

const names = tableOf(NAMES)
const activities = tableOf(ACTIVITIES)
const LEAP = "闰"

/** The English name of a term, an animal, a direction, a festival, a month and so on; undefined for one without. */
export function englishName(chinese: string): string | undefined {
  if (!chinese.startsWith(LEAP)) return names.get(chinese)
  const month = names.get(chinese.slice(LEAP.length))
  return month && `Leap ${month.toLowerCase()}`
}

/** A stem and a branch in English: Bing-Wu for 丙午. */
export function englishPillar(chinese: string): string {
  return [...chinese].map((each) => names.get(each) ?? each).join("-")
}

/** The English words for what the almanac advises; undefined for what is unknown. */
export function englishActivity(chinese: string): string | undefined {
  return activities.get(chinese)
}

/** Chinese and English with a space between, by "|" and lines. */
function tableOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trim()
      .split(/[|\n]/)
      .map((row): [string, string] => {
        const space = row.indexOf(" ")
        return [row.slice(0, space), row.slice(space + 1)]
      }),
  )
}
