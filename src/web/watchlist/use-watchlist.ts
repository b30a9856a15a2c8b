import { useEffect, useState } from 'preact/hooks'
import { allows } from '../../accounts/domain/plan.ts'
import { useSession } from '../accounts/session.tsx'
import { ask } from '../client.ts'

interface Watched {
  /** Whose list it is; empty before it was asked for. */
  owner: string
  /** Null while it is unknown. */
  symbols: ReadonlySet<string> | null
  readonly listeners: Set<() => void>
}

/** The symbols that the account of this tab watches, one copy for every star of a page. */
const watched: Watched = { owner: '', symbols: null, listeners: new Set() }

function become(symbols: ReadonlySet<string> | null): void {
  watched.symbols = symbols
  for (const listener of watched.listeners) listener()
}

function load(owner: string): void {
  if (watched.owner === owner) return
  watched.owner = owner
  ask('show_watchlist', {}).then(
    ({ symbols }) => {
      if (watched.owner === owner) become(new Set(symbols))
    },
    // The next star that is drawn tries again.
    () => {
      if (watched.owner === owner) watched.owner = ''
    },
  )
}

/** Reads the list again, after it was changed past the stars. */
export function watchAgain(): void {
  const { owner } = watched
  watched.owner = ''
  if (owner !== '') load(owner)
}

export interface Watchlist {
  readonly count: number
  has(symbol: string): boolean
  /** Watches a symbol, or no longer. Shown at once; rejects, and is shown no more, where the service refuses. */
  toggle(symbol: string): Promise<void>
}

/** Null without an account or a plan with a watchlist, and until it is known. */
export function useWatchlist(): Watchlist | null {
  const { account } = useSession()
  const owner = account && allows(account.plan, 'notifications') ? account.email : ''
  const [symbols, setSymbols] = useState(watched.symbols)
  useEffect(() => {
    const changed = () => setSymbols(watched.symbols)
    watched.listeners.add(changed)
    if (owner !== '') load(owner)
    changed()
    return () => {
      watched.listeners.delete(changed)
    }
  }, [owner])
  if (owner === '' || symbols === null) return null
  return { count: symbols.size, has: (symbol) => symbols.has(symbol), toggle }
}

async function toggle(symbol: string): Promise<void> {
  const isOn = watched.symbols?.has(symbol) ?? false
  become(withSymbol(symbol, !isOn))
  await ask('change_watchlist', isOn ? { remove: [symbol] } : { add: [symbol] }).catch((error: unknown) => {
    become(withSymbol(symbol, isOn))
    throw error
  })
}

function withSymbol(symbol: string, isOn: boolean): ReadonlySet<string> {
  const next = new Set(watched.symbols)
  if (isOn) next.add(symbol)
  else next.delete(symbol)
  return next
}
