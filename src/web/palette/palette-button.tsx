import type { FunctionComponent } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import { RECENT_SYMBOLS, readStored, writeStored } from '../browser.ts'
import { PATHS } from '../paths.ts'
import { isTyping } from '../ui/is-typing.ts'
import type { PaletteProps } from './palette.tsx'
import { readRecent, withRecent } from './recent.ts'
import { isTextKey, NOTHING_TYPED, withKey } from './typed.ts'

/**
 * Opens the palette; so do `/` and Ctrl K on every page. Its code is loaded when it is first opened, and what is typed
 * before its field has the focus counts.
 */
export function PaletteButton() {
  const [phase, setPhase] = useState<'closed' | 'opening' | 'open'>('closed')
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [Loaded, setLoaded] = useState<{ readonly Palette: FunctionComponent<PaletteProps> } | null>(null)
  const open = () => setPhase((before) => (before === 'closed' ? 'opening' : before))
  const close = () => {
    setPhase('closed')
    setTyped(NOTHING_TYPED)
  }
  useRecentSymbols()
  useEffect(() => listen(isShortcut, open), [])
  // At once: the next key may come before the next frame.
  useLayoutEffect(() => {
    if (phase !== 'opening') return undefined
    return listen(isEarlyKey, ({ key }) => (key === 'Escape' ? close() : setTyped((before) => withKey(before, key))))
  }, [phase])
  useEffect(() => {
    if (phase === 'closed' || Loaded) return
    import('./palette.tsx').then(({ Palette }) => setLoaded({ Palette }), close)
  }, [phase])
  return (
    <search class="stretch">
      <button type="button" class="palette-open" aria-haspopup="dialog" aria-keyshortcuts="/ Control+K" onClick={open}>
        <span>Search symbols and pages</span>
        <kbd>Ctrl K</kbd>
      </button>
      <SymbolOptions />
      {phase !== 'closed' && Loaded ? (
        <Loaded.Palette typed={typed} setTyped={setTyped} onReady={() => setPhase('open')} close={close} />
      ) : null}
    </search>
  )
}

/** Calls `act` with each key that is taken, which does nothing else then, until the result is called. */
function listen(isTaken: (event: KeyboardEvent) => boolean, act: (event: KeyboardEvent) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!isTaken(event)) return
    event.preventDefault()
    act(event)
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}

function isEarlyKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !(ctrlKey || metaKey || altKey) && (key === 'Escape' || isTextKey(key))
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  return key === '/' && !altKey && !isTyping(target)
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
