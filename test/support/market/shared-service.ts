import { Lifecycle } from '../../../src/app/lifecycle.ts'
import { type SharedMarketParts, sharedLiveMarket } from '../../../src/app/live/shared-market.ts'
import { createLogger } from '../../../src/app/logger.ts'
import type { Role } from '../../../src/app/settings/role-settings.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import type { MarketSource } from '../../../src/market/ports/market-source.ts'
import type { SourceName } from '../../../src/market/sources/index.ts'
import type { LiveSource } from '../../../src/market/sources/source-health.ts'
import type { HeldTapes } from '../../../src/market/sources/stored-past.ts'
import type { TestClock } from '../clock.ts'
import { openAs, postgresBus } from '../postgres.ts'

/** One process of a service that shares a live source, with a connection of its own to the database. */
export interface SharingProcess extends AsyncDisposable {
  readonly store: Store
  readonly market: MarketSource & LiveSource & Partial<HeldTapes> & Partial<Pick<Shares, 'printsStored'>>
  /** Gives it the lease of the source, in a term, or takes it away. */
  lead(term: number | null): Promise<void>
  /** Moves its monotonic clock. */
  wait(ms: number): void
  /** Work that failed, in the words of the log. */
  readonly failures: unknown[]
}

interface Shares {
  printsStored(stored: { readonly symbol: string; readonly sessionDate: string; readonly count: number }): void
}

export interface SharingOptions extends Pick<SharedMarketParts, 'capabilities'> {
  readonly name: SourceName
  readonly symbols: readonly string[]
  readonly role: Role
  readonly clock: TestClock
  readonly open: (store: Store, mayAsk: () => boolean) => ReturnType<SharedMarketParts['open']>
  /** From the start. */
  readonly term?: number
}

const LOOK_MS = 200
const TICK_MS = 500

export async function sharingProcess(
  url: string,
  { name, symbols, role, clock, open, term: firstTerm, capabilities }: SharingOptions,
): Promise<SharingProcess> {
  const stack = new AsyncDisposableStack()
  const store = stack.use(await openAs('shared service', url))
  const bus = stack.use(postgresBus(`process ${Math.random()}`, url))
  const life = stack.use(new Lifecycle())
  // Time passes: by that others see that the process which asks the vendor still does.
  const ticking = setInterval(() => clock.advance(1), TICK_MS)
  stack.defer(() => clearInterval(ticking))
  const failures: unknown[] = []
  let term: number | null = firstTerm ?? null
  let waitedMs = 0
  const note = (fields: { err?: unknown }) => void failures.push(fields.err)
  const log = Object.assign(createLogger('fatal', { write: () => undefined }), { warn: note, error: note })
  const market = await sharedLiveMarket(
    life,
    { market: { source: name, symbols, rates: null }, roles: [role] } as never,
    {
      store,
      bus,
      log,
      capabilities,
      now: clock.now,
      monotonicMs: () => performance.now() + waitedMs,
      randomBytes: (size) => Buffer.alloc(size, 128),
      leases: { isShared: true, termOf: () => term, mayGoOn: () => true },
      open: (mayAsk) => open(store, mayAsk),
    },
  )
  return {
    store,
    market: market as SharingProcess['market'],
    failures,
    wait(ms) {
      waitedMs += ms
    },
    async lead(next) {
      term = next
      await new Promise((done) => setTimeout(done, LOOK_MS))
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
