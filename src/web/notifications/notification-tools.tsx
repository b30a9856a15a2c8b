import { format } from '../format.ts'
import type { NotificationRow } from './feed/notification-reducer.ts'
import { useBell } from './feed/provider.tsx'
import type { Pages } from './feed/use-pages.ts'
import type { Choice } from './use-choice.ts'

/** What the tools and the keys do with the selection, or with all that match. */
export interface ListActions {
  mark(ids: readonly string[], status: NotificationRow['status']): void
  /** Archives; in the archive it restores. */
  move(ids: readonly string[]): void
  remove(ids: readonly string[]): void
  changeAll(change: 'read' | 'move'): void
}

interface ToolsProps {
  readonly rows: readonly NotificationRow[]
  readonly isFiltered: boolean
  readonly isArchive: boolean
  readonly pages: Pages
  readonly choice: Choice
  readonly actions: ListActions
  readonly help: () => void
}

/** Actions on the selection, on the page, and on all that match. */
export function NotificationTools({ rows, isFiltered, isArchive, pages, choice, actions, help }: ToolsProps) {
  const ids = [...choice.selected]
  const { all } = choice
  const isWhole = ids.length > 0 && ids.length === rows.length
  const count = format.whole(all ? all.count : ids.length)
  const selected = all ? `All ${count} selected` : `${count} selected`
  const canChooseAll = !all && pages.total > rows.length && rows.length > 0
  return (
    <div class="notification-tools">
      <label class="check">
        <input
          type="checkbox"
          checked={isWhole}
          disabled={rows.length === 0}
          onChange={() => (isWhole ? choice.clear() : choice.selectPage())}
        />
        {ids.length > 0 ? selected : 'Select this page'}
      </label>
      {canChooseAll ? (
        <button type="button" onClick={() => choice.selectAll({ count: pages.total, throughSeq: pages.throughSeq })}>
          Select all {format.whole(pages.total)}
        </button>
      ) : null}
      {ids.length > 0 ? (
        <SelectionTools
          ids={ids}
          count={count}
          isAll={all !== null}
          move={isArchive ? 'Restore' : 'Archive'}
          actions={actions}
          clear={choice.clear}
        />
      ) : (
        <MarkAll rows={rows} isFiltered={isFiltered} />
      )}
      <UndoOffered />
      <button type="button" class="icon" aria-label="Keys" title="Keys (?)" onClick={help}>
        <span aria-hidden="true">?</span>
      </button>
    </div>
  )
}

interface SelectionProps extends Pick<ToolsProps, 'actions'> {
  readonly ids: readonly string[]
  readonly count: string
  readonly isAll: boolean
  readonly move: string
  readonly clear: () => void
}

function SelectionTools({ ids, count, isAll, move, actions, clear }: SelectionProps) {
  if (isAll) {
    return (
      <>
        <button type="button" onClick={() => actions.changeAll('read')}>
          Mark {count} read
        </button>
        <button type="button" onClick={() => actions.changeAll('move')}>
          {move} {count}
        </button>
        <button type="button" onClick={clear}>
          Clear
        </button>
      </>
    )
  }
  return (
    <>
      <button type="button" onClick={() => actions.mark(ids, 'read')}>
        Mark read
      </button>
      <button type="button" onClick={() => actions.mark(ids, 'unread')}>
        Mark unread
      </button>
      <button type="button" onClick={() => actions.move(ids)}>
        {move} {count}
      </button>
      <button type="button" class="danger" onClick={() => actions.remove(ids)}>
        Delete {count}
      </button>
    </>
  )
}

/** For as long as the service can take the last action on many back. */
function UndoOffered() {
  const { shelf } = useBell()
  return (
    <span class="notification-undo" role="status">
      {shelf.offer ? (
        <>
          {shelf.offer.text}.{' '}
          <button type="button" class="link" onClick={() => void shelf.undo()}>
            Undo
          </button>
        </>
      ) : null}
    </span>
  )
}

/** With filters it affects only this page; “Select all” concerns all that match. */
function MarkAll({ rows, isFiltered }: Pick<ToolsProps, 'rows' | 'isFiltered'>) {
  const { mark, shelf, unread } = useBell()
  const visible = rows.filter(({ status }) => status === 'unread').map(({ id }) => id)
  const count = isFiltered ? visible.length : (unread ?? 0)
  return (
    <button
      type="button"
      disabled={count === 0}
      onClick={() => void (isFiltered ? mark(visible, 'read') : shelf.markAllRead())}
    >
      {count === 0
        ? 'All are read'
        : isFiltered
          ? `Mark these ${count} read`
          : `Mark all read (${format.whole(count)})`}
    </button>
  )
}
