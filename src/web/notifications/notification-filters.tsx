import { useLocation } from 'preact-iso'
import { allows, planTitle, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import { useAccount } from '../accounts/session.tsx'
import { urlOf } from '../client.ts'
import { withQuery } from '../travel.ts'
import { Field } from '../ui/form/field.tsx'
import { DATES, STATUSES, TABS } from './feed/filters.ts'
import type { NotificationFilter } from './feed/notification-reducer.ts'

/** Other filters have other pages. */
const FROM_THE_NEWEST = { open: null, cursor: null, at: null }

/** Tabs and filters, stored in the URL, so that a view can be saved and shared. */
export function NotificationFilters({ filter }: { readonly filter: NotificationFilter }) {
  const { url, route, query } = useLocation()
  const go = (changes: Record<string, string | null>) => route(withQuery(url, { ...FROM_THE_NEWEST, ...changes }), true)
  const isCustom = query['date'] === 'custom'
  return (
    <>
      <nav aria-label="Kinds of notifications">
        <ul class="tabs">
          {TABS.map(([value, title]) => (
            <li key={value}>
              <a
                href={withQuery(url, { ...FROM_THE_NEWEST, type: value, archived: null })}
                aria-current={!filter.archived && (filter.type ?? '') === value ? 'page' : undefined}
              >
                {title}
              </a>
            </li>
          ))}
          <li>
            <a
              href={withQuery(url, { ...FROM_THE_NEWEST, type: null, archived: 'yes' })}
              aria-current={filter.archived ? 'page' : undefined}
            >
              Archive
            </a>
          </li>
        </ul>
      </nav>
      <search class="filters">
        <Field label="Status">
          {(ids) => (
            <select
              {...ids}
              value={filter.status ?? ''}
              onChange={(event) => go({ status: event.currentTarget.value })}
            >
              {STATUSES.map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Date">
          {(ids) => (
            <select
              {...ids}
              value={query['date'] ?? ''}
              onChange={(event) => go({ date: event.currentTarget.value, from: null, to: null })}
            >
              {DATES.map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {isCustom
          ? (['from', 'to'] as const).map((name) => (
              <Field key={name} label={name === 'from' ? 'From' : 'To'}>
                {(ids) => (
                  <input
                    {...ids}
                    type="date"
                    value={query[name] ?? ''}
                    onChange={(event) => go({ [name]: event.currentTarget.value })}
                  />
                )}
              </Field>
            ))
          : null}
        <Field label="Symbol">
          {(ids) => (
            <input
              {...ids}
              class="notification-symbol"
              type="search"
              list="symbols"
              placeholder="All"
              autocapitalize="characters"
              autocomplete="off"
              spellcheck={false}
              size={8}
              value={filter.symbol ?? ''}
              onChange={(event) => go({ symbol: event.currentTarget.value.trim().toUpperCase() })}
            />
          )}
        </Field>
        {filter.alert_id ? (
          <button type="button" onClick={() => go({ alert: null })}>
            One alert only ×
          </button>
        ) : null}
        <ExportLink filter={filter} />
      </search>
    </>
  )
}

function ExportLink({ filter }: { readonly filter: NotificationFilter }) {
  const { plan } = useAccount()
  if (allows(plan, 'notification_export')) {
    return (
      <a class="button" href={urlOf('export_notifications', filter)} download="notifications.csv">
        Export as CSV
      </a>
    )
  }
  return (
    <span class="quiet">
      Export as CSV comes with <a href="/account">{planTitle(REQUIRED_PLAN.notification_export)}</a>.
    </span>
  )
}
