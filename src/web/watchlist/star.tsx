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
  const [failure, setFailure] = useState<string | null>(null)
  if (!watchlist) return null
  const toggle = async () => {
    setFailure(null)
    await watchlist.toggle(symbol).then(onChange, (error: unknown) => {
      setFailure(error instanceof Problem ? error.message : String(error))
    })
  }
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
