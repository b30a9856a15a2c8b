import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import './virtual-rows.css'
import type { RowKeysProps } from './row-keys.ts'
import { centred, type VisibleRows, visibleRows } from './visible-rows.ts'

interface VirtualRowsProps {
  readonly label: string
  /** The `tr` of the column heads. */
  readonly head: ComponentChildren
  readonly headRows: number
  /** Height of a row in rem, where it is not one line. */
  readonly rowRem?: number
  /** Column widths in rem, fixed so that scrolling does not move columns. A wider frame distributes the rest. */
  readonly widths: readonly number[]
  readonly count: number
  /** A keyed `tr` with its position among all rows as `aria-rowindex`. */
  readonly row: (index: number, rowIndex: number) => ComponentChildren
  /** Row in the middle at first, and again when `startKey` changes. */
  readonly start?: number
  readonly startKey?: string
  /** Called with whether the frame is scrolled away from its top, or the keyboard is in a row. */
  readonly onAway?: (isAway: boolean) => void
  /** Scrolls to the top whenever it increases. */
  readonly toTop?: number
}

/** Height of a row, as in the style sheet. */
const ROW_REM = 2
const AWAY_PX = 12

/** A table that renders only visible rows; screen readers get the total number. */
export function VirtualRows(props: VirtualRowsProps) {
  const { label, head, headRows, widths, count, row, start, startKey, onAway, toTop = 0, rowRem = ROW_REM } = props
  const frame = useRef<HTMLElement>(null)
  const rowHeight = useRowHeight(rowRem)
  const [seen, setSeen] = useState({ scrollTop: 0, height: 800 })
  const isInside = useRef(false)
  const measure = () => {
    const element = frame.current
    if (!element) return
    const now = { scrollTop: element.scrollTop, height: element.clientHeight }
    setSeen((before) => (isSame(before, now, { count, rowHeight }) ? before : now))
    onAway?.(now.scrollTop > AWAY_PX || isInside.current)
  }
  const latest = useRef(measure)
  latest.current = measure
  useLayoutEffect(() => frame.current?.scrollTo({ top: 0 }), [toTop])
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || start === undefined) return
    element.scrollTop = centred(start, { count, rowHeight, height: element.clientHeight })
    latest.current()
  }, [startKey, rowHeight])
  useEffect(() => watched(frame.current, () => latest.current()), [])
  useRowKeys(frame, {
    rowHeight,
    firstRowIndex: headRows + 1,
    count,
    render: measure,
    onInside: (now) => {
      isInside.current = now
      measure()
    },
  })
  const { first, end, above, below } = visibleRows({ count, rowHeight, ...seen })
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section class="virtual scroll" aria-label={label} tabIndex={0} ref={frame}>
      <table
        aria-rowcount={count + headRows}
        style={{ minWidth: `${sumOf(widths)}rem`, '--row-height': `${rowRem}rem` }}
      >
        <colgroup>
          {widths.map((width, index) => (
            <col key={index} style={{ width: `${width}rem` }} />
          ))}
        </colgroup>
        <thead>{head}</thead>
        <tbody>
          <Space key="above" height={above} columns={widths.length} />
          {rows.map((index) => row(index, index + headRows + 1))}
          <Space key="below" height={below} columns={widths.length} />
        </tbody>
      </table>
    </section>
  )
}

function Space({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without anything in it takes no focus
    <tr class="virtual-space" aria-hidden="true" style={{ height: `${height}px` }}>
      <td colSpan={columns} />
    </tr>
  )
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}

/** Loaded after the rows, which the first view waits for; until then each control is a stop of its own. */
function useRowKeys(frame: { readonly current: HTMLElement | null }, props: RowKeysProps): void {
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    const abort = new AbortController()
    void import('./row-keys.ts').then(
      ({ rowKeys }) => {
        if (frame.current && !abort.signal.aborted) rowKeys(frame.current, () => latest.current, abort.signal)
      },
      // A service that restarts at this moment: the rows stay usable, and the next visit loads the keys.
      () => undefined,
    )
    return () => abort.abort()
  }, [])
}

/** In pixels, for the user's font size. */
function useRowHeight(rowRem: number): number {
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  return rowRem * rem
}

interface Viewport {
  readonly scrollTop: number
  readonly height: number
}

/** Whether both viewports show the same rows. */
function isSame(
  before: Viewport,
  now: Viewport,
  rows: { readonly count: number; readonly rowHeight: number },
): boolean {
  const [a, b]: VisibleRows[] = [before, now].map((it) => visibleRows({ ...rows, ...it }))
  return a?.first === b?.first && a?.end === b?.end
}

/** Measures at most once per frame while the element scrolls or changes its size. */
function watched(element: HTMLElement | null, measure: () => void): (() => void) | undefined {
  if (!element) return undefined
  let frameRequest = 0
  const soon = () => {
    cancelAnimationFrame(frameRequest)
    frameRequest = requestAnimationFrame(measure)
  }
  const observer = new ResizeObserver(soon)
  observer.observe(element)
  element.addEventListener('scroll', soon, { passive: true })
  return () => {
    cancelAnimationFrame(frameRequest)
    observer.disconnect()
    element.removeEventListener('scroll', soon)
  }
}
