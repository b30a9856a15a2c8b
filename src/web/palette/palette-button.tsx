import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import { RECENT_SYMBOLS, readStored, writeStored } from '../browser.ts'
import { PATHS } from '../paths.ts'
import { isTyping } from '../ui/is-typing.ts'
import { readRecent, withRecent } from './recent.ts'

type Palette = FunctionComponent<{ readonly close: () => void }>

/** Opens the palette; so do `/` and Ctrl K on every page. Its code is loaded when it is first opened. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  const [Loaded, setLoaded] = useState<{ readonly Palette: Palette } | null>(null)
  useRecentSymbols()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isCommand && (event.key !== '/' || isTyping(event.target))) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    if (!isOpen || Loaded) return
    import('./palette.tsx').then(
      ({ Palette }) => setLoaded({ Palette }),
      () => setOpen(false),
    )
  }, [isOpen])
  return (
    <search class="stretch">
      <button
        type="button"
        class="palette-open"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen(true)}
      >
        <span>Search symbols and pages</span>
        <kbd>Ctrl K</kbd>
      </button>
      <SymbolOptions />
      {isOpen && Loaded ? <Loaded.Palette close={() => setOpen(false)} /> : null}
    </search>
  )
}

/** The symbols that fields of other pages suggest. */
function SymbolOptions() {
  const { answer } = useAnswer('stocks', {})
  return (
    <datalist id="symbols">
      {(answer?.data ?? []).map(({ symbol, name }) => (
        <option key={symbol} value={symbol}>
          {name}
        </option>
      ))}
    </datalist>
  )
}

/** Keeps the symbols whose pages were opened. */
function useRecentSymbols(): void {
  const { path } = useLocation()
  useEffect(() => {
    const [symbol] = path.startsWith(SYMBOLS) ? path.slice(SYMBOLS.length).split('/') : []
    if (symbol)
      writeStored(RECENT_SYMBOLS, withRecent(readRecent(readStored(RECENT_SYMBOLS)), symbol.toUpperCase()).join())
  }, [path])
}

const SYMBOLS = PATHS.symbol.replace(':symbol', '')
