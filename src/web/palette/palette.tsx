import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import './palette.css'
import { useAnswer } from '../answer.ts'
import { RECENT_SYMBOLS, readStored } from '../browser.ts'
import { useDate } from '../travel.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Star } from '../watchlist/star.tsx'
import { type Entry, foundEntries } from './entries.ts'
import { readRecent } from './recent.ts'
import { NOTHING_TYPED, type Typed, withKey } from './typed.ts'

export interface PaletteProps {
  /** What was typed before the field had the focus. */
  readonly keys: readonly string[]
  /** The field has the focus. */
  readonly onReady: () => void
  readonly close: () => void
}

const KINDS: Readonly<Record<Entry['kind'], string>> = { symbol: 'Symbol', page: 'Page', action: 'Action' }

/** Finds symbols, pages and actions by their names. Arrow keys choose, Enter opens, Escape closes. */
export function Palette({ keys, onReady, close }: PaletteProps) {
  const { route } = useLocation()
  const date = useDate()
  const { answer, problem } = useAnswer('stocks', {})
  const [typed, setTyped] = useState<Typed | null>(null)
  const { text, isEntered } = typed ?? keys.reduce(withKey, NOTHING_TYPED)
  const [chosen, setChosen] = useState(0)
  const [recent] = useState(() => readRecent(readStored(RECENT_SYMBOLS)))
  const entries = foundEntries(text, { symbols: answer?.data ?? [], recent, date })
  const at = Math.min(chosen, entries.length - 1)
  const chosenEntry = entries[at]
  const open = (entry: Entry | undefined) => {
    if (!entry) return
    close()
    route(entry.href)
  }
  // Enter opens what is found among all symbols, so it waits for them.
  const isReady = answer !== null || problem !== null
  useEffect(() => {
    if (!isEntered || !isReady) return
    setTyped({ text, isEntered: false })
    open(chosenEntry)
  }, [isEntered, isReady])
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined) setChosen((at + move + entries.length) % Math.max(1, entries.length))
    else if (event.key === 'Enter') setTyped({ text, isEntered: true })
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Search" close={close}>
      <input
        type="text"
        role="combobox"
        aria-label="Symbol, page or action"
        aria-expanded={true}
        aria-controls="palette-entries"
        aria-activedescendant={entries.length > 0 ? `palette-${at}` : undefined}
        aria-autocomplete="list"
        placeholder="Symbol, company, page or action"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setTyped({ text: event.currentTarget.value, isEntered: false })
          setChosen(0)
        }}
        onFocus={onReady}
        onKeyDown={onKeyDown}
      />
      <div class="palette" id="palette-entries" role="listbox" aria-label="Found">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y: the field keeps the focus and handles the keys, as the combobox pattern requires
          <div
            key={entry.href}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => open(entry)}
          >
            <b>{entry.title}</b>
            <span>{entry.note}</span>
            <small>{KINDS[entry.kind]}</small>
          </div>
        ))}
      </div>
      <div class="palette-foot">
        {chosenEntry?.kind === 'symbol' ? <WatchChosen symbol={chosenEntry.title} /> : null}
        <p class="palette-hint" role="status">
          {entries.length === 0
            ? 'Nothing found. Try a ticker, a company or a page.'
            : '↑ ↓ choose · Enter opens · Esc closes'}
        </p>
      </div>
    </Dialog>
  )
}

/** The star of the chosen symbol; Tab leads to it from the field. */
function WatchChosen({ symbol }: { readonly symbol: string }) {
  return (
    <span>
      <Star symbol={symbol} /> {symbol}
    </span>
  )
}
