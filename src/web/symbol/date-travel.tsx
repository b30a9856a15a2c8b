import { useLocation } from 'preact-iso'
import { useDate, withQuery } from '../travel.ts'

/** Switches the market pages to a past trading date and back. */
export function DateTravel() {
  const { url, route } = useLocation()
  const date = useDate()
  const go = (to: string | null) => route(withQuery(url, { date: to }))
  return (
    <div class="travel" data-past={date !== null}>
      <label>
        <span class="hidden">Trading date</span>
        <input
          type="date"
          value={date ?? ''}
          title="Show a past trading date"
          onChange={(event) => go(event.currentTarget.value || null)}
        />
      </label>
      {date === null ? null : (
        <button type="button" onClick={() => go(null)}>
          Back to the present
        </button>
      )}
    </div>
  )
}
