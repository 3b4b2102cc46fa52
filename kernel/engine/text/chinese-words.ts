import { lruSet } from "platen/sdk/kit"

export const IDEOGRAPH = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/
export const NONE: ReadonlySet<number> = new Set()
/** The insides of the words of clauses, which are broken at many sizes and come again in other texts: most of them, and the longest text in UTF-16 code units. */
const clauses = new Map<string, ReadonlySet<number>>()
const [MAX_CLAUSES, MAX_LENGTH] = [512, 1_000]
/** What the dictionary divides into words: everything else is a word's end. */
const UNDIVIDED = /[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]{2,}/g
const dictionary = new Intl.Segmenter("zh", { granularity: "word" })

/** Words of today that the dictionary of ICU 78 does not know. */
const NEW_WORDS = `应用程序 播放列表 空气质量 人工智能 机器学习 垃圾分类 超链接 路由器 显示屏 服务器 无线网 局域网 笔记本 源代码 开发者 数据库
  倒计时 紫外线 比特币 番茄钟 支付宝 二维码 优惠券 自媒体 大模型 机器人 墨水屏 电子纸 分辨率 收藏夹 重命名 管理员 世界杯
  奥运会 打工人 瑜伽垫 页面 頁面 主页 翻页 换页 分页 网民 配对 链接 鏈接 账号 密钥 密鑰 金鑰 调用 調用 绑定 綁定 便签
  便簽 相册 时段 时区 時區 重启 重試 重试 读取 写入 插件 上传 上傳 注销 固件 韌體 联网 连网 域名 微信 微博 博客 播客 主播
  音频 开源 缓存 待办 签到 充值 扫码 条码 余额 芯片 像素 灰度 预览 竖屏 横屏 全屏 离线 在线 超时 出错 报错 限额 已满
  稍后 点赞 网购 外卖 公交 航班 步数 心率 房贷 车贷 燃气 宽带 周会 早会 内卷 段子 币种 涨幅 首演 首届 首发 首个 开赛
  赛季 疫情 偏误 谜底 宋词 短诗 札记 诗集 雾霾 雷暴 半影 新月 凸月 月相 月食 日食 月出 月落 日出 日落 菜谱 焯水 翻炒
  快炒 断生 蒜蓉 红枣 荠菜 春笋 鸡腿 鸡丝 虾皮 虾仁 雪菜 芋头 猪蹄 姜丝 葱油 香干 蛋液 热油 订阅源 数据源 訂閱源`
const NEW_WORD = new RegExp(`(?=(${NEW_WORDS.replace(/\s+/g, "|")}))`, "g")

/** Indices of the characters of a text with ideographs that are inside a word: not its first. Empty for other texts. */
export function insideWords(text: string): ReadonlySet<number> {
  if (text.length > MAX_LENGTH || !IDEOGRAPH.test(text)) return NONE
  const inside = new Set<number>()
  for (const { 0: clause, index } of text.matchAll(UNDIVIDED)) {
    const known = clauses.get(clause) ?? insideClause(clause)
    lruSet(clauses, clause, known, MAX_CLAUSES)
    for (const at of known) inside.add(index + at)
  }
  return inside
}

function insideClause(clause: string): ReadonlySet<number> {
  const inside = new Set<number>()
  const add = (word: string, start: number): void => {
    for (let i = start + 1; i < start + word.length; i++) inside.add(i)
  }
  for (const { index, segment } of dictionary.segment(clause)) add(segment, index)
  // Where the dictionary has found a word across its ends, it is no word here.
  for (const { 1: word, index } of clause.matchAll(NEW_WORD))
    if (!inside.has(index) && !inside.has(index + word!.length)) add(word!, index)
  return inside
}
