import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import './heat-map.css'
import { useColours } from './colours.ts'
import { fullValue, type HeatValue, rgbOf } from './heat-colours.ts'
import { drawMap, heatImage } from './heat-drawing.ts'

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
