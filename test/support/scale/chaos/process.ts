import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type LinkState, type TcpProxy, tcpProxy } from '../../http/tcp-proxy.ts'
import type { RunningService, ServiceOptions } from '../../service.ts'
import { serviceProcess } from '../service-process.ts'

const SHIFTED_CLOCK = pathToFileURL(join(import.meta.dirname, '../../process/shifted-clock.ts')).href
const START_AGAIN_MS = 500

export interface ProcessPlan {
  readonly name: string
  readonly role: string
  readonly settings: Readonly<Record<string, string>>
  readonly entry: NonNullable<ServiceOptions['entry']>
  readonly databaseUrl: string
  readonly valkeyUrl: string | undefined
  /** Of the folder for the file that its clock follows. */
  readonly folder: string
}

/** A process of the service, which is started again when it has ended, with links of its own to its servers. */
export class ChaosProcess implements AsyncDisposable {
  readonly name: string
  readonly role: string
  readonly database: TcpProxy
  /** Undefined where there is no Valkey. */
  readonly valkey: TcpProxy | undefined
  /** Ends that nobody caused, and what it wrote that it must not. */
  readonly faults: string[] = []
  readonly #clockFile: string
  readonly #start: () => Promise<RunningService>
  #running: RunningService | null = null
  #isSignalled = false
  #isEnding = false
  #keeping: Promise<void> | undefined

  private constructor(
    plan: ProcessPlan,
    links: readonly [TcpProxy, TcpProxy | undefined],
    start: () => Promise<RunningService>,
  ) {
    this.name = plan.name
    this.role = plan.role
    this.#clockFile = clockFileOf(plan)
    this.#start = start
    ;[this.database, this.valkey] = links
  }

  static async started(plan: ProcessPlan): Promise<ChaosProcess> {
    const [database, roleUrl] = await linkTo(plan.databaseUrl)
    const [valkey, valkeyUrl] = plan.valkeyUrl === undefined ? [] : await linkTo(plan.valkeyUrl)
    const settings = {
      ...plan.settings,
      ROLES: plan.role,
      ...(valkeyUrl !== undefined && { VALKEY_URL: valkeyUrl }),
      NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
      CLOCK_AHEAD_FILE: clockFileOf(plan),
    }
    const start = () => serviceProcess({ roleUrl, password: '' }, { entry: plan.entry, settings })
    const made = new ChaosProcess(plan, [database, valkey], start)
    made.moveClock(0)
    made.#running = await start()
    made.#keeping = made.#keep()
    return made
  }

  /** Null while it is started again. */
  get running(): RunningService | null {
    return this.#running
  }

  signal(name: NodeJS.Signals): void {
    if (!this.#running) return
    if (name === 'SIGKILL' || name === 'SIGTERM') this.#isSignalled = true
    process.kill(this.#running.pid, name)
  }

  /** The clock of the machine, as the process sees it from now on. */
  moveClock(aheadMs: number): void {
    // It may read at any moment.
    writeFileSync(`${this.#clockFile}.next`, String(aheadMs))
    renameSync(`${this.#clockFile}.next`, this.#clockFile)
  }

  become(state: LinkState): void {
    this.database.become(state)
    this.valkey?.become(state)
  }

  async #keep(): Promise<void> {
    while (!this.#isEnding) {
      const ended = this.#running
      if (ended) {
        await ended.ended
        this.#running = null
        if (!this.#isSignalled && !this.#isEnding) this.faults.push(`${this.name} ended by itself: ${lastLines(ended)}`)
        this.#isSignalled = false
        // Looks for secrets in what it wrote, and removes its folder.
        await this.#leave(ended)
      }
      if (this.#isEnding) return
      // It does not start while the database is away, as under a supervisor.
      this.#running = await this.#start().catch(() => null)
      if (!this.#running) await sleep(START_AGAIN_MS)
    }
  }

  async #leave(ended: RunningService): Promise<void> {
    try {
      await ended[Symbol.asyncDispose]()
    } catch (error) {
      this.faults.push(`${this.name}: ${error}`)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true
    await this.#running?.stop()
    await this.#keeping
    await this.#running?.[Symbol.asyncDispose]()
    await this.database[Symbol.asyncDispose]()
    await this.valkey?.[Symbol.asyncDispose]()
  }
}

const clockFileOf = ({ folder, name }: ProcessPlan) => join(folder, `${name.replace(' ', '-')}.ahead`)

const lastLines = (ended: RunningService) => ended.output().trim().split('\n').slice(-3).join(' ').slice(-1_000)

/** A link to the server of a URL, and the URL that leads over it. */
async function linkTo(url: string): Promise<[TcpProxy, string]> {
  const server = new URL(url)
  const link = await tcpProxy({ host: server.hostname, port: Number(server.port) })
  server.host = `127.0.0.1:${link.port}`
  return [link, server.href]
}
