/** Wheel, keyboard, right click and long press of a price chart. */
import type { PriceBar, PriceDrawing } from './price-drawing.ts'

/** A place of the chart where something can be done at a price. */
export interface ChartPlace {
  /** USD per share. */
  readonly price: number
  /** Pixels from the left and top edge of the chart. */
  readonly left: number
  readonly top: number
}

export interface ChartInput {
  readonly drawing: PriceDrawing
  readonly bars: () => readonly PriceBar[]
  readonly onPlace: ((place: ChartPlace) => void) | undefined
}

const ZOOM = 0.8
const LONG_PRESS_MS = 550
const LONG_PRESS_PX = 8

/**
 * Listens until the returned function is called. The wheel zooms once the chart has the focus or with Ctrl; otherwise
 * it scrolls the page.
 */
export function listenToChart(element: HTMLElement, input: ChartInput): () => void {
  const abort = new AbortController()
  const { signal } = abort
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !element.contains(document.activeElement)) event.stopPropagation()
  }
  element.addEventListener('wheel', onWheel, { capture: true, passive: true, signal })
  element.addEventListener('pointerdown', () => element.focus({ preventScroll: true }), { signal })
  element.addEventListener('dblclick', () => input.drawing.reset(), { signal })
  listenToKeys(element, input, signal)
  listenForPlaces(element, input, signal)
  return () => abort.abort()
}

function listenToKeys(element: HTMLElement, { drawing, bars, onPlace }: ChartInput, signal: AbortSignal): void {
  let pointed: number | null = null
  const step = (change: number) => {
    const all = bars()
    pointed = Math.min(Math.max((pointed ?? all.length - 1) + change, 0), all.length - 1)
    drawing.point(all[pointed] ?? null)
  }
  const openAt = () => {
    const bar = bars()[pointed ?? bars().length - 1]
    const price = bar?.close ?? null
    if (price !== null) onPlace?.({ price, left: element.clientWidth / 3, top: element.clientHeight / 4 })
  }
  const KEYS: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowLeft: (event) => (event.shiftKey ? drawing.pan(-5) : step(-1)),
    ArrowRight: (event) => (event.shiftKey ? drawing.pan(5) : step(1)),
    '+': () => drawing.zoom(ZOOM),
    '=': () => drawing.zoom(ZOOM),
    '-': () => drawing.zoom(1 / ZOOM),
    '0': () => drawing.reset(),
    Home: () => drawing.reset(),
    a: openAt,
    ContextMenu: openAt,
  }
  const onKey = (event: KeyboardEvent) => {
    const act = KEYS[event.key]
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    act(event)
  }
  element.addEventListener('keydown', onKey, { signal })
  const leave = () => {
    pointed = null
    drawing.point(null)
  }
  element.addEventListener('blur', leave, { signal })
}

function listenForPlaces(element: HTMLElement, { drawing, onPlace }: ChartInput, signal: AbortSignal): void {
  if (!onPlace) return
  let timer = 0
  let from = { x: 0, y: 0 }
  const open = (x: number, y: number) => {
    const { left, top } = element.getBoundingClientRect()
    const price = drawing.priceAt(y - top)
    if (price !== null) onPlace({ price, left: x - left, top: y - top })
  }
  const stop = () => clearTimeout(timer)
  const onMenu = (event: MouseEvent) => {
    event.preventDefault()
    stop()
    open(event.clientX, event.clientY)
  }
  const onDown = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
    if (pointerType !== 'touch') return
    from = { x, y }
    stop()
    timer = window.setTimeout(() => open(x, y), LONG_PRESS_MS)
  }
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > LONG_PRESS_PX) stop()
  }
  element.addEventListener('contextmenu', onMenu, { signal })
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('pointermove', onMove, { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, stop, { signal })
  signal.addEventListener('abort', stop)
}
