import { tcpProxy } from '../http/tcp-proxy.ts'
import { type RunningService, startService } from '../service.ts'
import { type IdeaSender, ideaSender } from './idea-sender.ts'
import { type ClusterServer, postgresCluster } from './postgres-cluster.ts'

/** A service on a primary database with a synchronous standby. */
export interface Failover extends AsyncDisposable {
  readonly service: RunningService
  readonly ideas: IdeaSender
  readonly standby: ClusterServer
  /**
   * The primary crashes, and the standby is promoted in its place. From the crash until an idea is acknowledged that was
   * sent meanwhile, ms.
   */
  fail(): Promise<number>
}

/** `prepare` is called with the address of the primary. */
export async function failover(prepare: (url: string) => Promise<unknown>): Promise<Failover> {
  await using owned = new AsyncDisposableStack()
  const cluster = owned.use(await postgresCluster())
  await prepare(cluster.url)
  const standby = await cluster.standby()
  const link = owned.use(await tcpProxy({ host: '127.0.0.1', port: cluster.port }))
  const DATABASE_URL = cluster.url.replace(`:${cluster.port}/`, `:${link.port}/`)
  const settings = { DATABASE_URL, MARKET_SYMBOLS: 'SPY', DECISION_MODE: 'rules' }
  const service = owned.use(await startService({ settings }))
  const ideas = ideaSender(service)
  const all = owned.move()
  return {
    service,
    ideas,
    standby,
    async fail() {
      const crashedMs = performance.now()
      const during = ideas.send('during')
      await cluster.crash()
      await standby.promote()
      link.leadTo(standby.port)
      await during
      return performance.now() - crashedMs
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
