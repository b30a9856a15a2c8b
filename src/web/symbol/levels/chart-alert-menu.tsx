import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import './chart-alert-menu.css'
import { LEVEL_DEFINITIONS, type LevelKind } from '../../../alerts/domain/level-kinds.ts'
import type { ChartPlace } from '../../charts/chart-input.ts'
import { ask } from '../../client.ts'
import { format } from '../../format.ts'
import { pathTo } from '../../paths.ts'
import { useSubmit } from '../../submit.ts'
import { FormProblem } from '../../ui/form/form-problem.tsx'

interface ChartAlertMenuProps {
  readonly symbol: string
  readonly place: ChartPlace
  readonly close: () => void
  readonly onMade: () => void
}

/** Levels that the menu offers besides the price under the pointer. */
const KINDS: readonly LevelKind[] = ['gamma_flip', 'call_wall', 'put_wall', 'support', 'resistance', 'net_gex']

/** Makes an alert on a level of the chart, with one click. */
export function ChartAlertMenu({ symbol, place, close, onMade }: ChartAlertMenuProps) {
  const submission = useSubmit()
  const [made, setMade] = useState<{ readonly id: string; readonly name: string } | null>(null)
  const menu = useRef<HTMLDivElement>(null)
  useClosing(menu, close)
  const price = Number(place.price.toFixed(2))
  const make = (kind: LevelKind) =>
    submission.run(async () => {
      const isPrice = kind === 'price'
      const name = isPrice
        ? `${symbol} at ${format.price(price)}`
        : `${symbol} ${LEVEL_DEFINITIONS[kind].title.toLowerCase()}`
      const criteria = { symbols: [symbol], level: kind, ...(isPrice && { value: price }) }
      const { id } = await ask('create_alert', { name, source: 'market_level', criteria, cooldown_minutes: 0 })
      setMade({ id, name })
      onMade()
    })
  return (
    <div
      class="chart-menu"
      ref={menu}
      role="dialog"
      aria-label="Alert on a level"
      style={{ '--left': `${place.left}px`, '--top': `${place.top}px` }}
    >
      {made ? (
        <p role="status">
          Alert is on: {made.name}. <a href={pathTo('alert', { id: made.id })}>Edit</a>
        </p>
      ) : (
        <>
          <button
            type="button"
            class="chart-menu-price"
            disabled={submission.isBusy}
            onClick={() => void make('price')}
          >
            Alert when {symbol} crosses <b>{format.price(price)}</b>
          </button>
          <p class="quiet">or when it crosses</p>
          <ul>
            {KINDS.map((kind) => (
              <li key={kind}>
                <button type="button" disabled={submission.isBusy} onClick={() => void make(kind)}>
                  {LEVEL_DEFINITIONS[kind].title}
                </button>
              </li>
            ))}
          </ul>
          <FormProblem of={submission} />
        </>
      )}
    </div>
  )
}

/** Takes the focus; Escape, a click elsewhere and leaving with the keyboard close. */
function useClosing(menu: { readonly current: HTMLElement | null }, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  // Before the next key, which would go to what is behind.
  useLayoutEffect(() => {
    const before = document.activeElement
    const abort = new AbortController()
    const { signal } = abort
    menu.current?.querySelector('button')?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      latest.current()
      if (before instanceof HTMLElement) before.focus()
    }
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) latest.current()
    }
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('pointerdown', onPointer, { signal })
    return () => abort.abort()
  }, [menu])
}
