import { keyedDigest } from '../../lib/node/keyed-digest.ts'
import { type Bus, inProcessBus } from '../../store/processes/bus.ts'
import type { Wire } from '../../store/processes/remote-bus.ts'
import type { Log } from '../logger.ts'
import type { Config } from '../settings/config.ts'

export interface OwnBusParts {
  readonly log: Log
  readonly randomBytes: (size: number) => Buffer
}

/** The bus of the settings: of this process alone where the store is a file, which most services have. */
export async function ownBus({ secrets }: Pick<Config, 'secrets'>, { log, randomBytes }: OwnBusParts): Promise<Bus> {
  const processId = randomBytes(8).toString('hex')
  if (secrets.databaseDirectUrl === undefined) return inProcessBus(processId)
  const { RemoteBus } = await import('../../store/processes/remote-bus.ts')
  const onLost = (error: unknown) =>
    log.warn({ err: error }, 'hints to other processes were lost: they look at the store each second instead')
  return new RemoteBus({ processId, wire: await wireOf(secrets, secrets.databaseDirectUrl, log), onLost })
}

async function wireOf({ valkeyUrl, session }: Config['secrets'], databaseUrl: string, log: Log): Promise<Wire> {
  if (valkeyUrl === undefined) {
    const { postgresWire } = await import('../../store/processes/postgres-wire.ts')
    return postgresWire(databaseUrl)
  }
  const { valkeyWire } = await import('../../store/processes/valkey-wire.ts')
  const onError = (error: unknown) => log.warn({ err: error }, 'Valkey cannot be reached: hints are lost')
  return valkeyWire({ url: valkeyUrl, channel: valkeyName(session, 'hints'), onError })
}

/** A name on a Valkey server that several services may share. All processes of a service have the same SESSION_SECRET. */
export function valkeyName(sessionSecret: string, purpose: string): string {
  return `optionwire:${keyedDigest(sessionSecret)('valkey', purpose).slice(0, 22)}:${purpose}`
}
