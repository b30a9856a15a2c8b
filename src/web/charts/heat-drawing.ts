/** A map of values as pixels of a canvas. */
import { type HeatValue, heatPixels } from './heat-colours.ts'

/** One pixel a cell, which the browser enlarges: drawing costs the same however large the map is shown. */
export function heatImage(
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

export function drawMap(canvas: HTMLCanvasElement, image: HTMLCanvasElement, overlay: Overlay): void {
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
