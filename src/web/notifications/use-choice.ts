import { useEffect, useState } from 'preact/hooks'
import type { NotificationRow } from './feed/notification-reducer.ts'
import { useBell } from './feed/provider.tsx'

/** All notifications that match, as a page had listed them. */
export interface AllChosen {
  readonly count: number
  readonly throughSeq: number
}

export interface Choice {
  readonly open: ReadonlySet<string>
  /** Selected rows of the page. */
  readonly selected: ReadonlySet<string>
  /** Instead of rows of the page. */
  readonly all: AllChosen | null
  toggleOpen(row: NotificationRow): void
  toggleSelected(id: string): void
  selectPage(): void
  selectAll(all: AllChosen): void
  clear(): void
}

/** Open and selected rows; deleted rows are removed. `requested` opens when it arrives. `key` names list and filter. */
export function useChoice(rows: readonly NotificationRow[], requested: string | undefined, key: string): Choice {
  const { mark } = useBell()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState<(AllChosen & { readonly key: string }) | null>(null)
  const isThere = requested !== undefined && rows.some(({ id }) => id === requested)
  useEffect(() => {
    if (!isThere || requested === undefined) return
    setOpen(new Set([requested]))
    requestAnimationFrame(() => {
      const article = document.querySelector<HTMLElement>(`article[data-id="${CSS.escape(requested)}"]`)
      article?.focus()
      article?.scrollIntoView({ block: 'nearest' })
    })
  }, [isThere, requested])
  const listed = new Set(rows.map(({ id }) => id))
  const isAll = all?.key === key
  return {
    open,
    selected: isAll ? listed : new Set([...selected].filter((id) => listed.has(id))),
    all: isAll ? all : null,
    // One at a time: each brings its facts and deliveries, and the page stays light.
    toggleOpen(row) {
      if (!open.has(row.id) && row.status === 'unread') void mark([row.id], 'read')
      setOpen(open.has(row.id) ? new Set() : new Set([row.id]))
    },
    toggleSelected(id) {
      setAll(null)
      setSelected(toggled(isAll ? listed : selected, id))
    },
    selectPage() {
      setAll(null)
      setSelected(listed)
    },
    selectAll: (it) => setAll({ ...it, key }),
    clear() {
      setAll(null)
      setSelected(new Set())
    },
  }
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}
