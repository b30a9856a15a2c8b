import type { FunctionComponent } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { useAnswer } from '../answer.ts'
import { isTyping } from '../ui/is-typing.ts'
import type { PaletteProps } from './palette.tsx'

/**
 * Opens the palette; so do `/` and Ctrl K on every page. Its code is loaded when it is first opened, and what is typed
 * before its field has the focus counts.
 */
export function PaletteButton() {
  const [phase, setPhase] = useState<'closed' | 'opening' | 'open'>('closed')
  const [keys, setKeys] = useState<readonly string[]>([])
  const [Loaded, setLoaded] = useState<{ readonly Palette: FunctionComponent<PaletteProps> } | null>(null)
  const open = () => setPhase((before) => (before === 'closed' ? 'opening' : before))
  const close = () => {
    setPhase('closed')
    setKeys([])
  }
  // At once: the next key may come before the next frame.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isEarly = phase === 'opening' && isTyped(event)
      if (!isEarly && !isShortcut(event)) return
      event.preventDefault()
      if (!isEarly) open()
      else if (event.key === 'Escape') close()
      else setKeys((before) => [...before, event.key])
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
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
        <Loaded.Palette keys={keys} onReady={() => setPhase('open')} close={close} />
      ) : null}
    </search>
  )
}

function isShortcut({ ctrlKey, metaKey, key, target }: KeyboardEvent): boolean {
  return ctrlKey || metaKey ? key.toLowerCase() === 'k' : key === '/' && !isTyping(target)
}

/** A key that a field takes, or Escape. */
function isTyped({ altKey, ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey && /^(.|Backspace|Enter|Escape)$/.test(key)
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
