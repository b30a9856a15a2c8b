import { join } from 'node:path'
import { deciderAndBroker } from '../../../src/app/decider-and-broker.ts'
import { composeServer } from '../../../src/app/http/compose-server.ts'
import { Lifecycle } from '../../../src/app/lifecycle.ts'
import { createLogger } from '../../../src/app/logger.ts'
import { openParts, type Parts } from '../../../src/app/parts.ts'
import { type Receiver, receiverOf } from '../../../src/app/receiver.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import type { Broker } from '../../../src/receiver/ports/broker.ts'
import type { Decider } from '../../../src/receiver/ports/decider.ts'
import { scriptedBroker } from '../broker/scripted-broker.ts'
import { putMigratedFile } from '../migrated-store.ts'
import { scriptedDecider } from '../model/scripted-decider.ts'
import { tempFolder } from '../process/temp-folder.ts'
import { SECRET_SETTINGS } from '../service.ts'
import { sharedValuer } from '../shared-valuer.ts'

export interface ReceiverService extends AsyncDisposable {
  readonly url: string
  readonly parts: Parts
  readonly receiver: Receiver
  readonly logged: string[]
  readonly folder: string
}

export interface ReceiverServiceOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** The real deciders and brokerage, as the settings say; else scripted ones. */
  readonly asSet?: boolean
  readonly decider?: Decider
  readonly broker?: Broker
  /** A folder whose store is used; else a new one, which is removed. */
  readonly folder?: string
  /** Whether ideas are worked on; else they stay queued. */
  readonly works?: boolean
}

/** The receiver in this process, over real HTTP, with scripted ports; the waits between its queries take no time. */
export async function receiverService(options: ReceiverServiceOptions = {}): Promise<ReceiverService> {
  const folder = options.folder === undefined ? tempFolder() : undefined
  const path = options.folder ?? folder?.path ?? ''
  const logged: string[] = []
  const life = new Lifecycle()
  const config = readConfig({
    ...SECRET_SETTINGS,
    PORT: '0',
    DATABASE_PATH: join(path, 'store.sqlite3'),
    MARKET_SYMBOLS: 'SPY',
    ...options.settings,
  })
  const log = createLogger('info', { write: (line: string) => void logged.push(line) })
  await putMigratedFile(config.databasePath ?? '')
  const parts = life.own('parts', await openParts(config, { log, valuer: sharedValuer }), (it) =>
    it[Symbol.asyncDispose](),
  )
  const standing = options.asSet ? deciderAndBroker(parts) : { decider: scriptedDecider(), broker: scriptedBroker() }
  const { decider = standing.decider, broker = standing.broker } = options
  const receiver = life.own(
    'receiver',
    receiverOf(parts, { decider, broker, wait: async () => {}, graceMs: 200 }),
    (it) => it[Symbol.asyncDispose](),
  )
  const server = await composeServer(parts, life, { receiver })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  if (options.works !== false) await receiver.start()
  return {
    url,
    parts,
    receiver,
    logged,
    folder: path,
    async [Symbol.asyncDispose]() {
      await life[Symbol.asyncDispose]()
      const kept = logged.join('')
      folder?.[Symbol.dispose]()
      for (const secret of Object.values(SECRET_SETTINGS)) {
        if (kept.includes(secret)) throw new Error('a secret was found in the log')
      }
    },
  }
}
