import { useState } from 'preact/hooks'
import './first-steps.css'
import { useAnswer } from '../answer.ts'
import { readStored, writeStored } from '../browser.ts'
import { pathTo } from '../paths.ts'
import { useWatchlist } from '../watchlist/use-watchlist.ts'

/** Name of the stored flag that the steps were put away. */
const PUT_AWAY = 'first_steps'

/** Three steps of a new account, until all are done or they are put away. Nothing where the plan has no watchlist. */
export function FirstSteps() {
  const watchlist = useWatchlist()
  const [isAway, setAway] = useState(() => readStored(PUT_AWAY) !== null)
  const isShown = watchlist !== null && !isAway
  const alerts = useAnswer('list_alerts', isShown ? { limit: 1 } : null)
  const filters = useAnswer('list_saved_filters', isShown ? {} : null)
  if (!isShown || alerts.answer === null || filters.answer === null) return null
  const steps = [
    {
      title: 'Watch a symbol',
      note: 'Click the star beside a ticker, here or on any page.',
      link: ['Open the watchlist', pathTo('watchlist')],
      isDone: watchlist.count > 0,
    },
    {
      title: 'Try a sample filter',
      note: 'Large prints of the session; save your own under a name.',
      link: ['Show prints of 1M and more', pathTo('flow', {}, { min_premium: 1_000_000 })],
      isDone: filters.answer.data.length > 0,
    },
    {
      title: 'Create a sample alert',
      note: 'It notifies you when SPY crosses its gamma flip. You can change it.',
      link: ['Open the sample alert', pathTo('newAlert', {}, { preset: 'flip' })],
      isDone: alerts.answer.data.length > 0,
    },
  ] as const
  if (steps.every(({ isDone }) => isDone)) return null
  const putAway = () => {
    writeStored(PUT_AWAY, 'away')
    setAway(true)
  }
  return (
    <section class="panel first-steps" aria-label="First steps">
      <ol>
        {steps.map(({ title, note, link: [text, href], isDone }) => (
          <li key={title} data-done={isDone}>
            <b>{title}</b> {isDone ? <span class="badge">done</span> : null}
            <p>
              {note} {isDone ? null : <a href={href}>{text}</a>}
            </p>
          </li>
        ))}
      </ol>
      <button type="button" class="link" onClick={putAway}>
        Hide these steps
      </button>
    </section>
  )
}
