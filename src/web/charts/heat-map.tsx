import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import './heat-map.css'
import { useColours } from './colours.ts'
import { fullValue, type HeatValue, heatPixels, rgbOf } from './heat-colours.ts'

interface HeatMapProps {
  /** Accessible label. */
  readonly label: string
  /** From left to right. */
  readonly columns: readonly string[]
  /** Upwards, ascending. */
  readonly rows: readonly number[]
  /** By column, then row; null is unknown. */
  readonly values: readonly (readonly HeatValue[])[]
  readonly format: (value: number | null) => string
  readonly rowFormat: (row: number) => string
  /** A line over the map, in units of the rows, a value for each column. */
  readonly line?: readonly (number | null)[]
  /** The column that is marked. */
  readonly marked?: number
  readonly onColumn?: (column: number) => void
}

interface Place {
  readonly column: number
  readonly row: number
}

/** Values of two signs as colours, and the value under the pointer in words. */
export function HeatMap(props: HeatMapProps) {
  const { label, columns, rows, values, rowFormat, line, marked, onColumn } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = useColours()
  const [under, setUnder] = useState<Place | null>(null)
  const full = useMemo(() => fullValue(values), [values])
  const image = useMemo(
    () => heatImage(values, { full, up: rgbOf(colours.up), down: rgbOf(colours.down) }),
    [values, full, colours],
  )
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const draw = () => drawMap(element, image, { rows, line, marked, columns: columns.length, ink: colours.ink })
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [image, line, marked, rows, colours])
  const placeAt = ({ clientX, clientY }: MouseEvent): Place | null => {
    const box = canvas.current?.getBoundingClientRect()
    if (!box || columns.length === 0) return null
    const column = Math.floor((columns.length * (clientX - box.left)) / box.width)
    const row = rows.length - 1 - Math.floor((rows.length * (clientY - box.top)) / box.height)
    return column in columns && row in rows ? { column, row } : null
  }
  return (
    <figure class="heat-map">
      <p class="heat-map-under">{under ? wordsAt(under, props) : <Scale full={full} format={props.format} />}</p>
      <div class="heat-map-frame">
        <ul class="heat-map-rows" aria-hidden="true">
          {ticksOf(rows).map((row) => (
            <li key={row}>{rowFormat(row)}</li>
          ))}
        </ul>
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          onPointerMove={(event) => setUnder(placeAt(event))}
          onPointerLeave={() => setUnder(null)}
          onClick={(event) => {
            const place = placeAt(event)
            if (place) onColumn?.(place.column)
          }}
        />
        <ul class="heat-map-columns" aria-hidden="true">
          {ticksOf(columns)
            .toReversed()
            .map((column) => (
              <li key={column}>{column}</li>
            ))}
        </ul>
      </div>
    </figure>
  )
}

function wordsAt({ column, row }: Place, { columns, rows, values, format, rowFormat }: HeatMapProps): string {
  return `${columns[column]}, ${rowFormat(rows[row] ?? 0)}: ${format(values[column]?.[row] ?? null)}`
}

function Scale({ full, format }: { readonly full: number; readonly format: (value: number | null) => string }) {
  return (
    <>
      <span>{format(-full)}</span> <i aria-hidden="true" /> <span>{format(full)}</span>
    </>
  )
}

const TICKS = 6

/** Some of the values, evenly, the last one first. */
function ticksOf<Value>(values: readonly Value[]): Value[] {
  const last = values.length - 1
  const count = Math.min(TICKS, values.length)
  const places = Array.from({ length: count }, (_, index) => Math.round(last - (last * index) / Math.max(count - 1, 1)))
  return [...new Set(places)].flatMap((place) => values[place] ?? [])
}

/** One pixel a cell, which the browser enlarges: drawing costs the same however large the map is shown. */
function heatImage(
  values: readonly (readonly HeatValue[])[],
  colours: Parameters<typeof heatPixels>[1],
): HTMLCanvasElement {
  const image = document.createElement('canvas')
  image.width = Math.max(values.length, 1)
  image.height = Math.max(values[0]?.length ?? 0, 1)
  if (values.length > 0 && values[0]?.length) {
    image.getContext('2d')?.putImageData(new ImageData(heatPixels(values, colours), values.length), 0, 0)
  }
  return image
}

interface Overlay {
  readonly rows: readonly number[]
  readonly columns: number
  readonly line: readonly (number | null)[] | undefined
  readonly marked: number | undefined
  readonly ink: string
}

function drawMap(canvas: HTMLCanvasElement, image: HTMLCanvasElement, overlay: Overlay): void {
  const scale = devicePixelRatio
  const [width, height] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, width, height)
  context.imageSmoothingEnabled = false
  context.drawImage(image, 0, 0, width, height)
  context.strokeStyle = overlay.ink
  context.lineWidth = 2 * scale
  drawLine(context, overlay)
  if (overlay.marked === undefined) return
  const left = (width * (overlay.marked + 0.5)) / overlay.columns
  context.lineWidth = scale
  context.strokeRect(left, 0, 0, height)
}

function drawLine(context: CanvasRenderingContext2D, { rows, line, columns }: Overlay): void {
  const [low, high] = [rows[0], rows.at(-1)]
  if (!line || low === undefined || high === undefined || high === low) return
  const { width, height } = context.canvas
  const cell = height / rows.length
  context.beginPath()
  line.forEach((value, column) => {
    if (value === null) return
    const top = height - cell / 2 - ((height - cell) * (value - low)) / (high - low)
    context.lineTo((width * (column + 0.5)) / columns, top)
  })
  context.stroke()
}
