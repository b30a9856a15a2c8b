import type { NotificationRow } from './feed/notification-reducer.ts'
import { useBell } from './feed/provider.tsx'
import type { Pages } from './feed/use-pages.ts'
import type { Chosen } from './notification-list.tsx'

export interface Choice extends Chosen {
  clear(): void
  selectAll(ids: readonly string[]): void
}

interface ToolsProps {
  readonly rows: readonly NotificationRow[]
  readonly isFiltered: boolean
  readonly pages: Pages
  readonly chosen: Choice
  readonly remove: (ids: readonly string[]) => void
  readonly help: () => void
}

/** Actions on all visible or selected notifications. */
export function NotificationTools({ rows, isFiltered, pages, chosen, remove, help }: ToolsProps) {
  const { mark } = useBell()
  const ids = [...chosen.selected]
  const isAll = ids.length > 0 && ids.length === rows.length
  return (
    <div class="notification-tools">
      <label class="check">
        <input
          type="checkbox"
          checked={isAll}
          disabled={rows.length === 0}
          onChange={() => (isAll ? chosen.clear() : chosen.selectAll(rows.map(({ id }) => id)))}
        />
        {ids.length > 0 ? `${ids.length} selected` : 'Select all visible'}
      </label>
      {ids.length > 0 ? (
        <>
          <button type="button" onClick={() => void mark(ids, 'read')}>
            Mark read
          </button>
          <button type="button" onClick={() => void mark(ids, 'unread')}>
            Mark unread
          </button>
          <button type="button" class="danger" onClick={() => remove(ids)}>
            Delete {ids.length}
          </button>
        </>
      ) : (
        <MarkAll rows={rows} isFiltered={isFiltered} />
      )}
      <span class="stretch" />
      <span class="quiet">
        {pages.isLoading && rows.length === 0 ? '' : `${rows.length} of ${Math.max(pages.total, rows.length)}`}
      </span>
      <button type="button" class="icon" aria-label="Keys" title="Keys (?)" onClick={help}>
        <span aria-hidden="true">?</span>
      </button>
    </div>
  )
}

/** With filters it affects only visible notifications. */
function MarkAll({ rows, isFiltered }: Pick<ToolsProps, 'rows' | 'isFiltered'>) {
  const { mark, markAllRead, unread } = useBell()
  const visible = rows.filter(({ status }) => status === 'unread').map(({ id }) => id)
  const count = isFiltered ? visible.length : (unread ?? 0)
  return (
    <button
      type="button"
      disabled={count === 0}
      onClick={() => void (isFiltered ? mark(visible, 'read') : markAllRead())}
    >
      {count === 0 ? 'All are read' : isFiltered ? `Mark these ${count} read` : `Mark all read (${count})`}
    </button>
  )
}
