import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { build } from 'vite'

const ENTRY = fileURLToPath(new URL('../../../src/web/charts/heat-drawing.ts', import.meta.url))

/** The drawing as one script, whose exports are members of `heat`. */
async function drawingScript(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: ENTRY, name: 'heat', formats: ['iife'] } },
  })
  const [first] = [made].flat()
  if (!first || !('output' in first)) throw new Error('Vite has not built the drawing.')
  return first.output[0].code
}

/** Draws 120 strikes over 390 minutes, whose values have changed, 60 times; the times in order, ms. */
const TIME_DRAWINGS = `(() => {
  const [columns, strikes] = [390, 120]
  const canvas = document.body.appendChild(document.createElement('canvas'))
  canvas.style.cssText = 'display: block; width: 1200px; height: 420px'
  const rows = Array.from({ length: strikes }, (_, row) => 540 + row)
  const line = Array.from({ length: columns }, (_, column) => 600 + 20 * Math.sin(column / 40))
  const colours = { full: 1e9, up: [20, 160, 90], down: [200, 60, 60] }
  const times = []
  for (let run = 0; run < 60; run++) {
    const values = line.map((price, column) => rows.map((strike) => (strike % 7 ? 1e9 * Math.sin((strike - price + run + column) / 9) : null)))
    const before = performance.now()
    const image = heat.heatImage(values, colours)
    heat.drawMap(canvas, image, { rows, columns, line, marked: run, ink: '#222' })
    // Reading a pixel waits until it is drawn.
    canvas.getContext('2d').getImageData(600, 200, 1, 1)
    times.push(performance.now() - before)
  }
  const shades = new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size
  return { times: times.sort((a, b) => a - b), size: [canvas.width, canvas.height], shades }
})()`

export interface TimedDrawings {
  /** Ms, ascending. */
  readonly times: readonly number[]
  readonly medianMs: number
  /** Pixels of the canvas. */
  readonly size: readonly number[]
  /** Different parts of colours in the picture. */
  readonly shades: number
}

/** How long a heat map of a session takes from its values to its pixels. */
export async function timedDrawings(browser: Browser): Promise<TimedDrawings> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await page.addScriptTag({ content: await drawingScript() })
  const drawn: Omit<TimedDrawings, 'medianMs'> = await page.evaluate(TIME_DRAWINGS)
  await page.close()
  return { ...drawn, medianMs: drawn.times[Math.floor(drawn.times.length / 2)] ?? Number.NaN }
}
