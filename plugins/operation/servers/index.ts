import { CLOCK, definePlugin, LOG, onDispose, onReady, provide, STORE } from "platen/sdk"
import { newSecret } from "platen/sdk/kit"
import { CHANGES, COUNTER_STORES, COUNTERS, LEASES, SERVERS, STORE_IS_SHARED } from "platen/sdk/servers"
import { changesIn } from "./changes.js"
import { countersOver } from "./counters.js"
import { leasesIn } from "./leases.js"
import { membersIn } from "./members.js"

/** Plugin of what several servers share on one store: who is there, who does which job, what has changed, what is counted. A server that is alone shares nothing, and writes nothing for it. */
export default definePlugin({
  id: "servers",
  opens: [COUNTER_STORES],
  needs: { store: STORE, clock: CLOCK, log: LOG, isShared: STORE_IS_SHARED, counterStores: COUNTER_STORES },
  provides: [SERVERS, LEASES, CHANGES, COUNTERS],
  setup: ({ store, clock, log, isShared, counterStores }) => {
    const self = { id: newSecret().slice(0, 12), isAlone: !isShared }
    const members = membersIn({ self, store, clock, log })
    const leases = leasesIn({ self, store, clock })
    const changes = changesIn({ self, count: members.count, store, clock, log })
    return [
      provide(SERVERS, { ...self, count: members.count }),
      provide(LEASES, leases),
      provide(CHANGES, changes),
      provide(COUNTERS, countersOver({ store: () => counterStores.list()[0], servers: members.count, clock, log })),
      onReady(async () => {
        if (self.isAlone) return
        await Promise.all([members.begin(), changes.begin()])
        const counts = counterStores.list()[0]?.id
        log.info({ self: self.id, store: "shared", counts: counts ?? "each server for itself" }, "server.joined")
        if (counts === undefined)
          log.warn(
            { todo: "Configure the plugin redis: limits of calls hold for each server alone." },
            "counts.not-shared",
          )
      }),
      onDispose(async () => {
        changes.end()
        await Promise.all([leases.end(), members.end()])
      }),
    ]
  },
})
