import { useState } from 'preact/hooks'
import { useAllAlerts } from '../../alerts/all-alerts.ts'
import { TABS } from '../feed/filters.ts'
import type { NotificationFilter } from '../feed/notification-reducer.ts'

interface BellFilterProps {
  readonly filter: NotificationFilter
  readonly onFilter: (filter: NotificationFilter) => void
}

/** Filters inside the bell: kind, alert, symbol, unread. */
export function BellFilter({ filter, onFilter }: BellFilterProps) {
  const { alerts } = useAllAlerts()
  const [symbol, setSymbol] = useState(filter.symbol ?? '')
  const { type, alert_id: alertId, status } = filter
  const change = (next: NotificationFilter) =>
    onFilter(Object.fromEntries(Object.entries({ ...filter, ...next }).filter(([, value]) => value)))
  return (
    <search class="bell-filter" aria-label="Filter notifications">
      <select
        aria-label="Kind"
        value={type ?? ''}
        onChange={(event) => change({ type: TABS.find(([it]) => it === event.currentTarget.value)?.[0] || undefined })}
      >
        {TABS.map(([value, title]) => (
          <option key={value} value={value}>
            {value === '' ? 'All kinds' : title}
          </option>
        ))}
      </select>
      <select
        aria-label="Alert"
        value={alertId ?? ''}
        onChange={(event) => change({ alert_id: event.currentTarget.value || undefined })}
      >
        <option value="">All alerts</option>
        {alerts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <input
        type="search"
        aria-label="Symbol"
        placeholder="Symbol"
        list="symbols"
        autocapitalize="characters"
        autocomplete="off"
        spellcheck={false}
        size={7}
        value={symbol}
        onInput={(event) => setSymbol(event.currentTarget.value)}
        onChange={(event) => change({ symbol: event.currentTarget.value.trim().toUpperCase() || undefined })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={status === 'unread'}
          onChange={(event) => change({ status: event.currentTarget.checked ? 'unread' : undefined })}
        />
        Unread
      </label>
    </search>
  )
}
