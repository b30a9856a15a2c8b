import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/lib/time/duration.ts'
import { lastSessionBefore } from '../../src/market/domain/calendar/trading-calendar.ts'
import type { AttackOrder, AttackRates } from '../support/attack/attack-process.ts'
import { steadyUser } from '../support/attack/steady-user.ts'
import { type Watched, watchedService } from '../support/attack/watched-service.ts'
import { accountWithKey } from '../support/process/command.ts'

/** 0 in `npm test`: the figures mean nothing beside other tests. */
const MINUTES = Number(process.env['ATTACK_MINUTES'] ?? 0)
/** A file that gets a line of figures each minute. */
const REPORT = process.env['ATTACK_REPORT']
/** The attack is so many times as strong. With 1 its callers take less than a fifth of a processor. */
const STRENGTH = Number(process.env['ATTACK_STRENGTH'] ?? 1)
const PER_SECOND: AttackRates = {
  slowSockets: 30 * STRENGTH,
  slowReaders: 2 * STRENGTH,
  upgrades: 20 * STRENGTH,
  questions: 10 * STRENGTH,
  secrets: 6 * STRENGTH,
  fuzz: 20 * STRENGTH,
}
const MAX_P99_MS = 250
/** An attack of this length before the measured one fills what the service keeps, so that the figures of before and after compare. */
const WARM_UP_MS = 3 * 60_000
/** The longest limit of a connection is 72 s; threads without questions end after a minute, and their memory follows. */
const CALM_MS = 130_000
const MAX_MORE_DESCRIPTORS = 20
/** Between the end of the walk and the close of the session that it shows: with all starts, less than five minutes. */
const BEFORE_CLOSE_MS = 5 * MINUTE_MS
/** The tape of a running session grows all day, so memory may grow by as much as beside no attack, and by this more. */
const MAX_MORE_MEMORY = 1.15
const support = join(import.meta.dirname, '../support/attack')
const PASSWORD = 'correct horse battery'
const USER = { email: 'ada@optionwire.test', password: PASSWORD }
const ATTACKERS = ['mallory@optionwire.test', 'eve@optionwire.test', 'trudy@optionwire.test']

async function addUser({ cli }: Watched): Promise<void> {
  await cli('account', 'create', '--email', USER.email, '--password', PASSWORD, '--plan', 'vega', '--verified')
}

/** The headers of accounts that attack. */
async function addAttackers({ service, cli }: Watched): Promise<Record<string, string>[]> {
  const callers: Record<string, string>[] = []
  for (const email of ATTACKERS) {
    const token = await accountWithKey(cli, email)
    service.guard(token)
    callers.push({ 'x-user-email': email, 'x-user-token': token })
  }
  return callers
}

async function attack(
  { service }: Watched,
  callers: Record<string, string>[],
): Promise<{ end(): Promise<Record<string, number>> }> {
  const today = new Date().toISOString().slice(0, 10)
  const port = Number(new URL(service.url).port)
  const order: AttackOrder = { port, today, callers, email: USER.email, perSecond: PER_SECOND }
  const command = [process.execPath, join(support, 'attack-process.ts'), JSON.stringify(order)]
  // Attackers are elsewhere: whoever runs this with priority gives it to the service and its user alone.
  const child = spawn('nice', ['-n', String(Math.max(0, -getPriority())), ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await once(child.stdout, 'data')
  return {
    async end() {
      if (child.exitCode !== null) throw new Error('the attack ended early')
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      await ended
      return JSON.parse(text.trim().split('\n').at(-1) ?? '{}')
    },
  }
}

/** Settings by which the walk sees the last hours of a session, which are the heaviest, at any hour of the day. */
function lateSession(): Record<string, string> {
  const nowMs = Date.now()
  const { closeMs } = lastSessionBefore(nowMs)
  const lengthMs = MINUTES * MINUTE_MS + WARM_UP_MS + 2 * CALM_MS
  const aheadMs = closeMs - BEFORE_CLOSE_MS - lengthMs - nowMs
  return { MARKET_ALWAYS_OPEN: 'false', CLOCK_AHEAD_MS: String(aheadMs) }
}

/** On Linux each thread has a priority, which those that it starts inherit. */
function threadsOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map(Number)
}

function report(line: object): void {
  console.log(JSON.stringify(line))
  if (REPORT) appendFileSync(REPORT, `${JSON.stringify(line)}\n`)
}

it.runIf(MINUTES > 0)(
  `serves a normal user through ${MINUTES} minutes of mixed attack`,
  {
    timeout: (MINUTES + 12) * 60_000,
  },
  async () => {
    const session = lateSession()
    await using attacked = await watchedService(session)
    // The same user and market beside no attack: how memory grows without one.
    await using calm = await watchedService(session)
    // It shares the processors, which the attacked service and its user would have for themselves.
    for (const id of threadsOf(calm.service.pid)) setPriority(id, constants.priority.PRIORITY_LOW)
    for (const watched of [attacked, calm]) await addUser(watched)
    using _calmUser = await steadyUser(calm.service.url, USER)
    using user = await steadyUser(attacked.service.url, USER)
    const callers = await addAttackers(attacked)
    const first = await attack(attacked, callers)
    await wait(WARM_UP_MS)
    await first.end()
    await wait(CALM_MS)
    const before = await attacked.collected()
    const calmBefore = await calm.collected()
    report({ before, calmBefore, user: user.take() })

    const attackers = await attack(attacked, callers)
    for (let minute = 1; minute <= MINUTES; minute++) {
      await wait(60_000)
      report({
        minute,
        user: user.take(),
        attacked: attacked.sample(),
        calmProcess: calm.sample(),
      })
    }
    const counts = await attackers.end()
    const total = user.total()
    await wait(CALM_MS)
    const after = await attacked.collected()
    const calmAfter = await calm.collected()
    report({ counts, total, before, after, calmBefore, calmAfter })

    expect(total.errors).toEqual([])
    expect(total.p99).toBeLessThanOrEqual(MAX_P99_MS)
    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + MAX_MORE_DESCRIPTORS)
    for (const memory of ['heapMb', 'rssMb'] as const) {
      const grown = calmAfter[memory] / calmBefore[memory]
      expect(after[memory], memory).toBeLessThanOrEqual(before[memory] * Math.max(1, grown) * MAX_MORE_MEMORY)
    }
    for (const name of [
      'slow socket',
      'slow reader',
      'refused upgrade',
      'expensive question',
      'wrong secret',
      'fuzz',
    ]) {
      expect(Object.keys(counts).filter((key) => key.startsWith(name))).not.toEqual([])
    }
  },
)
