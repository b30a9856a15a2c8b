import { centred } from './visible-rows.ts'

export interface RowKeysProps {
  readonly count: number
  readonly rowHeight: number
  /** Number of the first row as `aria-rowindex`. */
  readonly firstRowIndex: number
  /** Renders the rows at the scroll position. */
  readonly render: () => void
  /** Called with whether the keyboard is in a row. */
  readonly onInside: (isInside: boolean) => void
}

const CONTROLS = 'a[href], button'
const ROWS_OF_PAGE = 10

const KEYS = 'Tab enters the rows, and arrow keys move between them.'

/**
 * Makes the controls of all rows one stop of the keyboard: Tab would have to pass rows that are rendered while it
 * comes, and what follows the table would be hundreds of stops away. Arrow keys move between rows and within one.
 */
export function rowKeys(frame: HTMLElement, latest: () => RowKeysProps, signal: AbortSignal): void {
  /** Read when it changes: to read it after each render would lay out the rows twice. */
  let view = viewOf(frame)
  /** Where the keyboard was last, and where it goes when the row there is rendered. */
  let place: Place | undefined
  let awaited: Place | undefined
  const tidy = () => {
    if (awaited && focused(frame, awaited, latest())) awaited = undefined
    oneStop(frame, { place, view }, latest())
  }
  const onScroll = () => {
    view = viewOf(frame)
    tidy()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const found = placeOf(target, latest())
    place = found ?? place
    oneStop(frame, { place, view }, latest())
    if (found && target instanceof HTMLElement && target.matches(':focus-visible')) latest().onInside(true)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!placeOf(relatedTarget, latest())) latest().onInside(false)
  }
  const onKey = (event: KeyboardEvent) => {
    const from = placeOf(event.target, latest())
    const to = from && destination(event, from, latest())
    if (!to) return
    event.preventDefault()
    awaited = focused(frame, to, latest()) ? undefined : to
    if (awaited) latest().render()
  }
  // Controls can appear in a row without the table, a star with the watchlist.
  const observer = new MutationObserver(tidy)
  observer.observe(frame, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
  frame.addEventListener('scrollend', onScroll, { signal })
  frame.addEventListener('focusin', onFocus, { signal })
  frame.addEventListener('focusout', onBlur, { signal })
  frame.addEventListener('keydown', onKey, { signal })
  frame.ariaDescription = KEYS
  tidy()
}

interface Place {
  readonly row: number
  readonly control: number
}

function controlsOf(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]
}

function placeOf(target: EventTarget | null, { firstRowIndex }: RowKeysProps): Place | undefined {
  const tr = target instanceof Element ? target.closest('tbody > tr[aria-rowindex]') : null
  if (!(target instanceof HTMLElement) || !tr) return undefined
  const control = controlsOf(tr).indexOf(target)
  return control < 0 ? undefined : { row: Number(tr.ariaRowIndex) - firstRowIndex, control }
}

interface Stop {
  readonly place: Place | undefined
  readonly view: ReturnType<typeof viewOf>
}

function viewOf({ scrollTop: top, clientHeight: height }: HTMLElement) {
  return { top, height }
}

/** Tab stops at the control at the place, or in the first row in view where the place is out of view. */
function oneStop(frame: HTMLElement, { place, view }: Stop, { firstRowIndex, rowHeight }: RowKeysProps): void {
  const firstSeen = Math.ceil(view.top / rowHeight)
  const isSeen = place && place.row >= firstSeen && place.row * rowHeight < view.top + view.height
  const { row, control } = isSeen ? place : { row: firstSeen, control: 0 }
  const controls = controlsOf(frame.querySelector('tbody'))
  const there = controlsOf(rowAt(frame, row + firstRowIndex))
  const stop = there[Math.min(control, there.length - 1)] ?? controls[0]
  for (const it of controls) if (it.tabIndex !== (it === stop ? 0 : -1)) it.tabIndex = it === stop ? 0 : -1
}

function rowAt(frame: HTMLElement, rowIndex: number): HTMLTableRowElement | null {
  return frame.querySelector<HTMLTableRowElement>(`tbody > tr[aria-rowindex="${rowIndex}"]`)
}

function destination(event: KeyboardEvent, { row, control }: Place, { count }: RowKeysProps): Place | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  const last = count - 1
  const rows: Readonly<Record<string, number>> = {
    ArrowUp: row - 1,
    ArrowDown: row + 1,
    PageUp: row - ROWS_OF_PAGE,
    PageDown: row + ROWS_OF_PAGE,
    Home: 0,
    End: last,
  }
  const target = rows[event.key]
  if (target !== undefined) return { row: Math.max(0, Math.min(last, target)), control }
  if (event.key === 'ArrowLeft') return { row, control: Math.max(0, control - 1) }
  if (event.key === 'ArrowRight') return { row, control: control + 1 }
  return undefined
}

/** Moves the focus to a control; where its row is not rendered yet, scrolls there first, and returns false. */
function focused(frame: HTMLElement, { row, control }: Place, props: RowKeysProps): boolean {
  const { rowHeight, count, firstRowIndex } = props
  const controls = controlsOf(rowAt(frame, row + firstRowIndex))
  const found = controls[Math.min(control, controls.length - 1)]
  if (found) found.focus()
  else frame.scrollTop = centred(row, { count, rowHeight, height: frame.clientHeight })
  return found !== undefined
}
