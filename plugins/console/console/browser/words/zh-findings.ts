/** What findings of the doctor mean and what to do, in Chinese, by their cause: the server says them in English. */
export const zhFindings: Readonly<Record<string, { readonly means: string; readonly todo: string }>> = {
  silent: {
    means: "屏幕很久没有连接：电池可能已耗尽，Wi-Fi 断开，或服务器换了地址。",
    todo: "按一下屏幕的按钮。如果显示离线，请在它的设置页检查 Wi-Fi 和服务器地址；如果没有反应，请充电。",
  },
  "signal-weak": {
    means: "信号太弱：低于 -85 dBm 时连接会不时失败，每次重试都耗电。",
    todo: "把它移近路由器，调整天线，或加一个中继器。",
  },
  "battery-low": { means: "电池快没电了。", todo: "请充电。" },
  "battery-falls": {
    means: "电量下降太快：正常的电池能用几个月。",
    todo: "加大两页之间的分钟数，关闭“一直醒着”，或把屏幕移近路由器；旧电池需要更换。",
  },
  "starts-again": {
    means: "它反复重启：刷新屏幕时电池或电线供电不足，或有人在按按钮。",
    todo: "充电，换一根线或电源，明天再看看。",
  },
  "page-fails": {
    means: "页面做不出来，屏幕显示的是较早的内容、另一个页面，或一句说明。",
    todo: "打开这个屏幕的页面，改正句子里提到的设置；等待外部服务器的会自行恢复。",
  },
  "clock-behind": {
    means: "服务器的时钟不对，或曾经不对：没有时钟电池的电脑开机时时间会落后。",
    todo: "打开时钟同步（timedatectl set-ntp true），然后重新启动服务器。",
  },
  "script-without-font": {
    means: "页面上有些文字没有合适的字体：字母和附加符号各自分开，完全没有字体的字符显示为问号。",
    todo: "请管理员安装字体包 platen-fonts-world（内含更多文字和生僻汉字），或其他字体插件。",
  },
  "server-warning": { means: "服务器启动时这样提示。", todo: "照这句话去做，然后重新启动服务器。" },
  "address-local": {
    means: "这个地址只有本机能访问，屏幕和手机都不能。",
    todo: "换成本机在局域网中的地址，例如 http://192.168.1.20:3000。",
  },
  "token-wrong": {
    means: "一次没有有效令牌的调用被拒绝了。",
    todo: "如果是您的屏幕，它会自己重新申请令牌并显示配对码，输入即可；否则不用理会。",
  },
  "token-provisional": {
    means: "有设备以这个屏幕的 MAC 地址取得了令牌，在您确认之前没有权限。",
    todo: "如果您的屏幕显示配对码，请输入；否则不用理会，令牌会过期。",
  },
  "token-again": {
    means:
      "这个设备的令牌又被申请并发出：屏幕没收到回答时会在一分钟内重复；security.tokenReissue 为 open 时任何人都能取得。",
    todo: "如果不是您的屏幕申请的，请把 security.tokenReissue 设为 confirm。",
  },
  "token-unconfirmed": {
    means: "一个等待确认的屏幕请求了数据，但还没有权限。",
    todo: "如果是您的屏幕，请输入它显示的配对码。",
  },
  "alert-token-wrong": {
    means: "一条没有有效令牌的提醒被拒绝了。",
    todo: "如果允许对方发送提醒，请把现在的令牌给它。",
  },
  "address-wrong": {
    means: "一次对未知地址的调用被拒绝了。",
    todo: "检查设备里的服务器地址（协议、主机和端口）和固件版本。",
  },
  "mac-wrong": { means: "一次调用里的 MAC 地址无效。", todo: "改正调用方的 MAC 地址。" },
  "call-wrong": { means: "一次有误的调用被拒绝了，没有画出页面。", todo: "改正调用方的参数。" },
  "rate-limited": {
    means: "一分钟内的调用超过了限额，有些被拒绝了。",
    todo: "看看是什么调用得这么频繁，或提高 server.limits 下的限额。",
  },
  others: {
    means: "来自这个地址的被拒调用太多，列表放不下。",
    todo: "如果不认识这个地址，请在服务器前面屏蔽它。",
  },
}
