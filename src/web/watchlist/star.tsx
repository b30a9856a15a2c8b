import { useState } from 'preact/hooks'
import './star.css'
import { Problem } from '../client.ts'
import { useWatchlist } from './use-watchlist.ts'

interface StarProps {
  readonly symbol: string
  readonly onChange?: () => void
}

/** Watches a symbol or no longer. Nothing where the account has no watchlist. */
export function Star({ symbol, onChange }: StarProps) {
  const watchlist = useWatchlist()
  // Of this symbol: a sorted table shows another one at the same place.
  const [failed, setFailed] = useState<{ readonly symbol: string; readonly text: string } | null>(null)
  if (!watchlist) return null
  const toggle = async () => {
    setFailed(null)
    await watchlist.toggle(symbol).then(onChange, (error: unknown) => {
      setFailed({ symbol, text: error instanceof Problem ? error.message : String(error) })
    })
  }
  const failure = failed?.symbol === symbol ? failed.text : null
  return (
    <button
      type="button"
      class="star"
      aria-pressed={watchlist.has(symbol)}
      aria-label={`Watch ${symbol}`}
      title={failure ?? (watchlist.has(symbol) ? 'On your watchlist' : 'Add to your watchlist')}
      data-failed={failure !== null}
      onClick={() => void toggle()}
    />
  )
}
