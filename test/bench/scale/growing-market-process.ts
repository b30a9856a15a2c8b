/**
 * The service on a market whose one tape grows by 5,000 prints a second from when its parent asks. It answers, at the end,
 * which rows the first rule matches, and the instant of the machine's monotonic clock at which the last print of each was
 * there.
 */
import { once } from 'node:events'
import { serve } from '../../../src/app/serve.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { SWEEP_WINDOW_MS } from '../../../src/flow/domain/tape/sweep-groups.ts'
import type { MarketSource } from '../../../src/market/ports/market-source.ts'
import { simulatedMarket } from '../../../src/market/sources/simulated/index.ts'
import { SYMBOLS, syntheticTape } from '../../validation/synthetic-tape.ts'
import { AFTER, atPace, dueMs, growing, lastLeg, PRINTS_A_SECOND, SESSION, toldRows } from '../tape.ts'

export interface GrownTape {
  readonly rows: readonly { readonly id: string; readonly cameAtNs: string }[]
  readonly prints: number
}

const SETTLE_MS = 1_000

if (process.send) {
  const seconds = Number(process.env['TAPE_SECONDS'])
  const [about] = SYMBOLS.slice(1)
  if (!about) throw new Error('the tape needs a symbol')
  const { prints } = syntheticTape(about, SESSION, { seed: 11, count: PRINTS_A_SECOND * seconds })
  const source = simulatedMarket({ seed: 1, symbols: [about.symbol], now: () => new Date(AFTER) })
  const { begin, grow, viewAt } = growing(await source.viewAt())
  begin(prints)
  const [openMs = Date.parse(AFTER)] = prints.executedAtMs
  // The tape of a day passes in seconds; what the service does once a minute it does once a minute all the same.
  const moment = async () => ({ asOfMs: openMs + performance.now(), sessionDate: SESSION })
  const present = async () => ({ ...(await viewAt()), moment })
  const market: MarketSource = { ...source, viewAt: (date) => (date === undefined ? present() : source.viewAt(date)) }
  const service = await serve(readConfig(process.env), { market })
  await once(process, 'message')
  // Of the same clock as `performance`, which counts from the start of the process.
  const offsetNs = process.hrtime.bigint() - BigInt(Math.round(performance.now() * 1e6))
  const { beganMs } = await atPace(prints.count, grow)
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  // The clock of the market stops at the last print, so rows of the last half second never become complete.
  const { rows: all, asOfMs } = await service.parts.flowSessions.flow(await viewAt(), about.symbol)
  const rows = all.filter(({ executedAtMs }) => executedAtMs < asOfMs - SWEEP_WINDOW_MS)
  const cameAtNs = (print: number) => String(offsetNs + BigInt(Math.round((beganMs + dueMs(print)) * 1e6)))
  const told = toldRows(rows).map((row) => ({ id: row.id, cameAtNs: cameAtNs(lastLeg(row)) }))
  process.send({ rows: told, prints: prints.count } satisfies GrownTape)
  process.exitCode = await service.ended
}
