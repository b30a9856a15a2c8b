import { useEffect, useState } from 'preact/hooks'
import { useRepeat } from '../../answer.ts'
import { ask, Problem } from '../../client.ts'
import { useDate, useDated } from '../../travel.ts'
import { type Chain, type Chains, LEG_FIELDS } from './wire-legs.ts'

const RENEW_MS = 15_000
const NO_CHAINS: Chains = new Map()

export interface LoadedChains {
  readonly chains: Chains
  readonly problem: Problem | null
}

/** The chains of some expiration dates, renewed while the page is visible. */
export function useChains(symbol: string, dates: readonly string[]): LoadedChains {
  const dated = useDated()
  const [round, setRound] = useState(0)
  const [loaded, setLoaded] = useState<LoadedChains>({ chains: NO_CHAINS, problem: null })
  const wanted = dates.toSorted().join()
  useRepeat(() => setRound((it) => it + 1), useDate() === null ? RENEW_MS : undefined)
  useEffect(() => setLoaded({ chains: NO_CHAINS, problem: null }), [symbol, dated.date])
  useEffect(() => {
    const abort = new AbortController()
    const keep = (date: string, chain: Chain) =>
      setLoaded(({ chains }) => ({ chains: new Map([...chains, [date, chain]]), problem: null }))
    for (const date of wanted === '' ? [] : wanted.split(',')) {
      const input = { symbol, expiration_date: date, fields: [...LEG_FIELDS], ...dated }
      ask('options_chain', input, { signal: abort.signal }).then(
        (chain) => keep(date, chain),
        (error: unknown) => {
          if (abort.signal.aborted) return
          const problem = error instanceof Problem ? error : new Problem(0, { detail: String(error) })
          setLoaded(({ chains }) => ({ chains, problem }))
        },
      )
    }
    return () => abort.abort()
  }, [symbol, dated.date, wanted, round])
  return loaded
}
