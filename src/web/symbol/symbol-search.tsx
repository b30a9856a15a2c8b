import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { findSymbol } from '../../market/domain/stocks/symbol-search.ts'
import { useAnswer } from '../answer.ts'
import { pathTo } from '../paths.ts'
import { useDate } from '../travel.ts'

/** Search for a symbol by ticker or name. `/` moves the focus here from any page. */
export function SymbolSearch() {
  const { route } = useLocation()
  const date = useDate()
  const { answer } = useAnswer('stocks', {})
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const go = (event: Event) => {
    event.preventDefault()
    const symbol = findSymbol(text, answer?.data ?? []).symbol ?? text.trim().toUpperCase()
    if (symbol === '') return
    setText('')
    field.current?.blur()
    route(pathTo('symbol', { symbol }, { date }))
  }
  return (
    <search class="stretch">
      <form class="search" onSubmit={go}>
        <input
          ref={field}
          type="search"
          list="symbols"
          placeholder="Symbol"
          aria-label="Symbol"
          aria-keyshortcuts="/"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <datalist id="symbols">
          {(answer?.data ?? []).map(({ symbol, name }) => (
            <option key={symbol} value={symbol}>
              {name}
            </option>
          ))}
        </datalist>
        <button type="submit">Open</button>
      </form>
    </search>
  )
}

/** Whether the key was typed into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
