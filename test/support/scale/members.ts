import { setTimeout as sleep } from 'node:timers/promises'
import { type TcpProxy, tcpProxy } from '../http/tcp-proxy.ts'
import type { RunningService } from '../service.ts'
import { serviceProcess } from './service-process.ts'

/** A process of the service, which is started again whenever it has ended, with a link of its own to the database. */
export class Member implements AsyncDisposable {
  readonly roles: string
  readonly link: TcpProxy
  readonly #start: () => Promise<RunningService>
  #running: RunningService | null = null
  #isEnding = false
  #keeping: Promise<void> | undefined

  private constructor(roles: string, link: TcpProxy, start: () => Promise<RunningService>) {
    this.roles = roles
    this.link = link
    this.#start = start
  }

  static async started(
    url: string,
    { roles, settings }: { readonly roles: string; readonly settings: Record<string, string> },
  ): Promise<Member> {
    const server = new URL(url)
    const link = await tcpProxy({ host: server.hostname, port: Number(server.port || 5432) })
    const linked = new URL(url)
    linked.host = `127.0.0.1:${link.port}`
    const process = { roleUrl: linked.href, password: linked.password }
    const start = () =>
      serviceProcess(process, {
        entry: 'test/support/process/receiver-process.ts',
        settings: { ...settings, ROLES: roles },
      })
    const member = new Member(roles, link, start)
    member.#running = await start()
    member.#keeping = member.#keep()
    return member
  }

  /** Null while it is started again. */
  get running(): RunningService | null {
    return this.#running
  }

  async #keep(): Promise<void> {
    while (!this.#isEnding) {
      await this.#running?.ended
      this.#running = null
      if (this.#isEnding) return
      // It does not start while the database is away, as under a supervisor.
      this.#running = await this.#start().catch(() => null)
      if (!this.#running) await sleep(500)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true
    await this.#running?.stop()
    await this.#keeping
    await this.link[Symbol.asyncDispose]()
  }
}
