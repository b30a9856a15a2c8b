import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { isTyping } from './symbol-search.tsx'

/** What the keys of the page do; each gets the notification that has the focus, or null. */
export interface KeyDeeds {
  readonly read: (id: string | null) => void
  readonly unread: (id: string | null) => void
  readonly select: (id: string | null) => void
  readonly remove: (id: string | null) => void
  readonly open: (id: string | null) => void
  readonly undo: () => void
  readonly search: () => void
  readonly help: () => void
  readonly clear: () => void
}

const KEYS = [
  ['g n', 'Open the bell, on every page'],
  ['j, k', 'Next, previous notification'],
  ['Enter', 'Open or close it'],
  ['r, u', 'Mark read, unread: it, or all that are selected'],
  ['x', 'Select it'],
  ['#', 'Delete it, or all that are selected'],
  ['z', 'Undo the deletion'],
  ['/', 'Filter by symbol'],
  ['Esc', 'Select nothing'],
  ['?', 'These keys'],
] as const

export function KeysDialog({ close }: { readonly close: () => void }) {
  return (
    <Dialog title="Keys" close={close}>
      <dl class="keys">
        {KEYS.map(([key, deed]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{deed}</dd>
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

/** Listens before the page's other keys, which mean something else. */
export function useKeys(deeds: KeyDeeds): void {
  const latest = useRef(deeds)
  latest.current = deeds
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

/** Whether the key has a meaning here. */
function act(event: KeyboardEvent, deeds: KeyDeeds): boolean {
  const article = focused()
  const id = article?.dataset['id'] ?? null
  const byKey: Readonly<Record<string, () => void>> = {
    j: () => step(article, 1),
    k: () => step(article, -1),
    r: () => deeds.read(id),
    u: () => deeds.unread(id),
    x: () => deeds.select(id),
    '#': () => deeds.remove(id),
    z: deeds.undo,
    '/': deeds.search,
    '?': deeds.help,
  }
  if (event.key === 'Escape') {
    deeds.clear()
    // It closes what is open too
    return false
  }
  if (event.key === 'Enter') {
    if (event.target !== article || article === null) return false
    if (id === null) article.querySelector('button')?.click()
    else deeds.open(id)
    return true
  }
  const deed = byKey[event.key]
  deed?.()
  return deed !== undefined
}

function focused(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('article.notification') ?? null
}

/** Moves the focus; from nowhere it goes to the first. */
export function step(from: HTMLElement | null, by: number): void {
  const all = [...document.querySelectorAll<HTMLElement>('article.notification')]
  const place = from ? all.indexOf(from) + by : 0
  const next = all[Math.max(0, Math.min(all.length - 1, place))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
