import { type ClockReading, FollowedClock } from '../../lib/time/followed-clock.ts'
import { SideConnection } from './side-connection.ts'

/** The first answers over a connection are slow: the fastest of some is used. */
const FIRST_READINGS = 3

/** The time of a database server, which all processes that use it share, whatever their machines say. */
export interface ServerClock extends AsyncDisposable {
  nowMs(): number
  /** Time since the last answer of the server that was of use. */
  unreadMs(): number
  /** Asks the server now. Never rejects: `unreadMs` tells. */
  read(): Promise<void>
}

export interface ServerClockParts {
  readonly url: string
  readonly monotonicMs: () => number
  /** Time between two readings; without it the readings of the start are the last, which serves a short process. */
  readonly readEveryMs?: number | undefined
}

/** Throws `unavailable` where the server cannot be asked. */
export async function serverClock({ url, monotonicMs, readEveryMs }: ServerClockParts): Promise<ServerClock> {
  const connection = new SideConnection(url)
  const ask = async (): Promise<ClockReading> => {
    await connection.open()
    const sentMs = monotonicMs()
    const [row] = await connection.query<{ ms: number }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
    const receivedMs = monotonicMs()
    if (!row) throw new Error('PostgreSQL answered without a row')
    return { otherMs: row.ms, sentMs, receivedMs }
  }
  const clock = new FollowedClock(monotonicMs, await ask())
  const read = async () => {
    try {
      clock.follow(await ask())
    } catch {
      // Every statement of the store says why meanwhile, and the time goes on; the next reading tries again.
    }
  }
  for (let index = 1; index < FIRST_READINGS; index++) await read()
  if (readEveryMs === undefined) await connection.drop()
  const timer = readEveryMs === undefined ? undefined : setInterval(() => void read(), readEveryMs)
  return {
    nowMs: () => clock.nowMs(),
    unreadMs: () => clock.unreadMs(),
    read,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await connection.drop()
    },
  }
}
