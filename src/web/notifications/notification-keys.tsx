import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../ui/dialog.tsx'
import { isTyping } from '../ui/is-typing.ts'

/** The actions of the page's keys; each gets the focused notification, or null. */
export interface KeyActions {
  readonly read: (id: string | null) => void
  readonly unread: (id: string | null) => void
  readonly select: (id: string | null) => void
  readonly move: (id: string | null) => void
  readonly remove: (id: string | null) => void
  readonly open: (id: string | null) => void
  readonly undo: () => void
  readonly search: () => void
  readonly help: () => void
  readonly clear: () => void
  /** Past the last row (1) or before the first (−1). */
  readonly beyond: (by: 1 | -1) => void
}

const KEYS = [
  ['g n', 'Open the bell, on every page'],
  ['j, k', 'Next, previous notification, also of the next or previous page'],
  ['Enter', 'Open or close the notification'],
  ['r, u', 'Mark the notification or the selection read, unread'],
  ['x', 'Select the notification'],
  ['e', 'Archive the notification or the selection; restore it from the archive'],
  ['#', 'Delete the notification or the selection'],
  ['z', 'Undo a deletion, or the last action on many'],
  ['/', 'Filter by symbol'],
  ['Esc', 'Clear the selection'],
  ['?', 'Show these keys'],
] as const

export function KeysDialog({ close }: { readonly close: () => void }) {
  return (
    <Dialog title="Keys" close={close}>
      <dl class="keys">
        {KEYS.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <div class="dialog-acts">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

/** Handles keys before the page's other handlers. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOurs = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && !isCovered()
      if (!isOurs || !act(event, latest.current)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

function isCovered(): boolean {
  return document.querySelector('dialog[open], .bell-panel:popover-open') !== null
}

/** Whether the key has an action. */
function act(event: KeyboardEvent, actions: KeyActions): boolean {
  const article = focused()
  const id = article?.dataset['id'] ?? null
  const byKey: Readonly<Record<string, () => void>> = {
    j: () => step(article, 1) || actions.beyond(1),
    k: () => step(article, -1) || actions.beyond(-1),
    r: () => actions.read(id),
    u: () => actions.unread(id),
    x: () => actions.select(id),
    e: () => actions.move(id),
    '#': () => actions.remove(id),
    z: actions.undo,
    '/': actions.search,
    '?': actions.help,
  }
  if (event.key === 'Escape') {
    actions.clear()
    // Escape also closes open items.
    return false
  }
  if (event.key === 'Enter') {
    if (event.target !== article || article === null) return false
    if (id === null) article.querySelector('button')?.click()
    else actions.open(id)
    return true
  }
  const action = byKey[event.key]
  action?.()
  return action !== undefined
}

function focused(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('article.notification') ?? null
}

/** Moves the focus from a row, or to the first; false where there is no row so far. */
export function step(from: HTMLElement | null, by: number): boolean {
  const all = rowsShown()
  const place = from ? all.indexOf(from) + by : 0
  focusRow(all[Math.max(0, Math.min(all.length - 1, place))])
  return place >= 0 && place < all.length
}

/** Moves the focus to the first or the last row of the page. */
export function land(on: 'first' | 'last'): void {
  focusRow(rowsShown().at(on === 'first' ? 0 : -1))
}

function rowsShown(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('article.notification')]
}

function focusRow(row: HTMLElement | undefined): void {
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}
