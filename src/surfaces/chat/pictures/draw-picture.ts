import { millions } from '../commands/chat-numbers.ts'
import { type Picture, PRICE } from './picture.ts'
import { multiples, roundStep } from './round-ticks.ts'
import { textPath } from './text-path.ts'

const WIDTH = 800
const HEIGHT = 420
const PLOT = { left: 92, right: WIDTH - 24, bottom: HEIGHT - 44 } as const
/** Of the plot without labels above it. */
const TOP = 62
const SIZE = 17
const TITLE_SIZE = 22
const ROW = 22
const GRID_LINES = 4
/** As the light scheme of the pages. */
const COLOUR = {
  paper: '#ffffff',
  ink: '#1c2733',
  soft: '#56636f',
  grid: '#dfe5ea',
  up: '#12805c',
  down: '#c43d3d',
  band: '#e7eefb',
  lines: ['#2f6fde', '#c43d3d', '#12805c'],
} as const

interface Scale {
  readonly top: number
  readonly x: (value: number) => number
  readonly y: (value: number) => number
}

/** The picture as SVG without text elements, so that no font is needed. */
export function pictureSvg(picture: Picture): string {
  const ticks = verticalTicks(picture)
  const labels = placedMarks(picture)
  const scale = scaleOf(picture, ticks, TOP + ROW * Math.max(0, ...labels.map(({ row }) => row + 1)))
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOUR.paper}"/>`,
    words(picture.title, 20, 34, { size: TITLE_SIZE, colour: COLOUR.ink }),
    legend(picture),
    band(picture, scale),
    ...ticks.map((value) => gridLine(picture, scale, value)),
    ...picture.x.ticks.map(([at, label]) => words(label, scale.x(at), HEIGHT - 16, { anchor: 'middle' })),
    bars(picture, scale),
    ...picture.lines.map(({ points }, index) => line(points, scale, COLOUR.lines[index] ?? COLOUR.ink)),
    ...labels.map((label) => markLine(label, scale)),
    ...labels.map((label) => markLabel(label, scale)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${parts.join('')}</svg>`
}

function scaleOf({ x }: Picture, ticks: readonly number[], top: number): Scale {
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const fraction = (value: number) => (value - low) / (high - low)
  return { top, x: horizontal(x), y: (value) => PLOT.bottom - fraction(value) * (PLOT.bottom - top) }
}

function horizontal({ from, to }: Picture['x']): Scale['x'] {
  return (value) => PLOT.left + ((value - from) / (to - from)) * (PLOT.right - PLOT.left)
}

/** Round values around all that is drawn; USD always with zero. */
function verticalTicks({ bars: shown, lines, unit }: Picture): number[] {
  const values = [...shown, ...lines.flatMap(({ points }) => points)].map(([, y]) => y)
  const zero = unit === 'usd' ? [0] : []
  const low = Math.min(...values, ...zero)
  const high = Math.max(...values, ...zero)
  const step = roundStep(high - low || Math.abs(high), GRID_LINES)
  const first = Math.floor(low / step)
  return multiples(step, first, Math.max(first + 1, Math.ceil(high / step)))
}

function gridLine({ unit }: Picture, { y }: Scale, value: number): string {
  const label = unit === 'usd' ? millions(value).replace('-', '−') : `${Number(value.toFixed(2))} %`
  const at = y(value)
  const colour = value === 0 ? COLOUR.soft : COLOUR.grid
  return `${segment(PLOT.left, at, PLOT.right, at, colour)}${words(label, PLOT.left - 10, at + 6, { anchor: 'end' })}`
}

function bars({ bars: shown }: Picture, { x, y }: Scale): string {
  const gaps = shown.slice(1).map(([at], index) => x(at) - x(shown[index]?.[0] ?? at))
  const width = Math.max(1.5, Math.min(14, 0.75 * Math.min(...gaps)))
  return shown
    .map(([at, value]) => {
      const [top, bottom] = value > 0 ? [y(value), y(0)] : [y(0), y(value)]
      const left = x(at) - width / 2
      return rectangle(left, top, width, bottom - top, value > 0 ? COLOUR.up : COLOUR.down)
    })
    .join('')
}

function line(points: Picture['bars'], { x, y }: Scale, colour: string): string {
  const path = points.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L')
  return `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="3" stroke-linejoin="round"/>`
}

function band({ band: shaded }: Picture, { x, top }: Scale): string {
  if (!shaded) return ''
  return rectangle(x(shaded.from), top, x(shaded.to) - x(shaded.from), PLOT.bottom - top, COLOUR.band)
}

interface PlacedMark {
  readonly title: string
  readonly at: number
  readonly start: number
  readonly width: number
  /** From below. */
  readonly row: number
}

/** Labels that would meet stand in different rows. */
function placedMarks({ marks, x: axis }: Picture): PlacedMark[] {
  const x = horizontal(axis)
  const ends: number[] = []
  return marks
    .toSorted((left, right) => left.at - right.at)
    .map(({ title, at }) => {
      const { width } = textPath(title, SIZE)
      const start = Math.min(Math.max(x(at) - width / 2, PLOT.left), PLOT.right - width)
      const free = ends.findIndex((end) => end + 10 < start)
      const row = free === -1 ? ends.length : free
      ends[row] = start + width
      return { title, at, start, width, row }
    })
}

function markLine({ title, at, row }: PlacedMark, { x, top }: Scale): string {
  const isPrice = title.startsWith(PRICE)
  return segment(x(at), top - 4 - row * ROW, x(at), PLOT.bottom, colourOf(title), isPrice ? '' : '6 5')
}

/** On paper of its own, because lines of labels in higher rows pass behind it. */
function markLabel({ title, start, width, row }: PlacedMark, { top }: Scale): string {
  const bottom = top - 8 - row * ROW
  const paper = rectangle(start - 3, bottom - SIZE + 2, width + 6, SIZE + 3, COLOUR.paper)
  return `${paper}${words(title, start, bottom, { colour: colourOf(title) })}`
}

function colourOf(mark: string): string {
  return mark.startsWith(PRICE) ? COLOUR.ink : COLOUR.soft
}

function legend({ lines }: Picture): string {
  if (lines.length < 2) return ''
  let right: number = PLOT.right
  return lines
    .map(({ title }, index) => ({ title, colour: COLOUR.lines[index] ?? COLOUR.ink }))
    .toReversed()
    .map(({ title, colour }) => {
      const label = words(title, right, 34, { anchor: 'end', colour })
      right -= textPath(title, SIZE).width + 24
      return label
    })
    .join('')
}

interface Look {
  readonly size?: number
  readonly colour?: string
  readonly anchor?: 'start' | 'middle' | 'end'
}

function words(
  text: string,
  x: number,
  y: number,
  { size = SIZE, colour = COLOUR.soft, anchor = 'start' }: Look,
): string {
  const { path, width } = textPath(text, size)
  const left = x - { start: 0, middle: width / 2, end: width }[anchor]
  return `<g fill="${colour}">${path(Math.min(left, WIDTH - width - 4), y)}</g>`
}

function rectangle(x: number, y: number, width: number, height: number, fill: string): string {
  const [left, top, w, h] = [x, y, width, Math.max(0, height)].map((value) => value.toFixed(1))
  return `<rect x="${left}" y="${top}" width="${w}" height="${h}" fill="${fill}"/>`
}

function segment(x1: number, y1: number, x2: number, y2: number, colour: string, dashes = ''): string {
  const [a, b, c, d] = [x1, y1, x2, y2].map((value) => value.toFixed(1))
  return `<path d="M${a} ${b}L${c} ${d}" stroke="${colour}" stroke-width="1.5"${dashes && ` stroke-dasharray="${dashes}"`}/>`
}
