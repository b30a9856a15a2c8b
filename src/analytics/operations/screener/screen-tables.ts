import type { Context } from '../../../catalogue/context.ts'
import { concurrencyLimit } from '../../../lib/async/concurrency-limit.ts'
import { StaleWhileRevalidate } from '../../../lib/async/stale-while-revalidate.ts'
import { AppError } from '../../../lib/errors.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { Source } from '../../../market/contract/source.ts'
import type { KeptScreen } from '../../contract/screener/kept-screen.ts'
import { byNumberField, byTextField } from '../../domain/screener/screen-fields.ts'
import { PRESENT_SCREEN } from '../../domain/screener/screen-table.ts'
import type { KeptScreens } from '../../ports/kept-screens.ts'
import { type GatheredScreen, type GatherScreenParts, gatherScreen } from './gather-screen.ts'

/** The present one is at most one minute old, or five while it is computed anew. Each row has its own instant. */
const PRESENT_LIMITS = { freshMs: 60_000, usableMs: 300_000, max: 1 }
/** A past session changes only when more of it is imported. */
const PAST_LIMITS = { freshMs: 15 * 60_000, usableMs: 24 * 60 * 60_000, max: 16 }

export type ScreenParts = Omit<GatherScreenParts, 'isScored'> & Pick<Context, 'afterwards'>

export interface ScreenTables {
  /**
   * The present one, or that of a past date. The first of a process is the last that the store kept, which is read in
   * milliseconds, while the next is computed; without one, the first request takes seconds.
   */
  at(date: string | undefined, parts: ScreenParts): Promise<GatheredScreen>
}

/** One for each process. */
export function screenTables(monotonicMs: () => number, kept: KeptScreens | null = null): ScreenTables {
  const present = new StaleWhileRevalidate<GatheredScreen>({ ...PRESENT_LIMITS, monotonicMs })
  const past = new StaleWhileRevalidate<GatheredScreen>({ ...PAST_LIMITS, monotonicMs })
  /** Of an earlier process, until this one has its own. */
  let earlier: Promise<GatheredScreen | undefined> | null = null
  let hasOwn = false
  const oneAtATime = concurrencyLimit(1, {
    maxWaiting: 16,
    refuse: () => new AppError('unavailable', 'Too many screens are being computed. Try again in a few seconds.'),
  })

  async function found(screen: string): Promise<GatheredScreen | undefined> {
    const basis = (await kept?.basisOf(screen)) ?? null
    const stored = basis === null ? undefined : await kept?.find(screen, basis)
    return stored && fromKept(stored)
  }

  async function computed(date: string | undefined, parts: ScreenParts): Promise<GatheredScreen> {
    const screen = date ?? PRESENT_SCREEN
    const gathered = await oneAtATime(() => gatherScreen({ ...parts, isScored: date === undefined && hasOwn }, date))
    const basis = gathered.isWhole ? ((await kept?.basisOf(screen)) ?? null) : null
    if (kept && basis !== null) parts.afterwards(() => kept.put(screen, basis, toKept(gathered)))
    return gathered
  }

  function own(parts: ScreenParts): Promise<GatheredScreen> {
    return present.find(PRESENT_SCREEN, {
      load: async () => {
        const gathered = await computed(undefined, parts)
        hasOwn = true
        return gathered
      },
      inBackground: (work) => parts.afterwards(work),
    })
  }

  return {
    async at(date, parts) {
      if (date !== undefined) {
        const load = async () => (await found(date)) ?? (await computed(date, parts))
        return await past.find(date, { load, inBackground: (work) => parts.afterwards(work) })
      }
      if (hasOwn) return await own(parts)
      earlier ??= found(PRESENT_SCREEN)
      const known = await earlier
      if (!known) return await own(parts)
      parts.afterwards(async () => void (await own(parts)))
      return known
    },
  }
}

function toKept({ view, dated, table }: GatheredScreen): KeptScreen {
  return {
    source: view.source,
    ...(view.notice !== undefined && { notice: view.notice }),
    ...(view.isReplay && { isReplay: true }),
    sessionDate: dated.sessionDate,
    atMs: dated.asOfMs,
    warnings: [...dated.warnings],
    symbols: [...table.symbols],
    asOfMs: Array.from(table.asOfMs),
    numbers: byNumberField((name) => Array.from(table.numbers[name], orNull)),
    texts: byTextField((name) => [...table.texts[name]]),
  }
}

function fromKept({
  source,
  notice,
  isReplay = false,
  sessionDate,
  atMs,
  warnings,
  ...table
}: KeptScreen): GatheredScreen {
  const known = (value: number | null) => value ?? Number.NaN
  return {
    view: { source: Source.parse(source), notice, isReplay },
    isWhole: true,
    dated: { asOfMs: atMs, sessionDate, warnings },
    table: {
      symbols: table.symbols,
      asOfMs: Float64Array.from(table.asOfMs),
      numbers: byNumberField((name) => Float64Array.from(table.numbers[name], known)),
      texts: table.texts,
    },
  }
}
