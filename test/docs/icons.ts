/** `npm run pictures`: the PNG icons of the installed app, drawn by a real browser from the SVG of the pages. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { launchChromium } from '../support/browser/chromium.ts'

const PUBLIC = resolve(import.meta.dirname, '../../src/web/public')
const MARK = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8')
const SQUARE = /<rect [^>]*\/>/

/** The mark alone, in white: a status bar shows only its shape. */
const SHAPE = MARK.replace(SQUARE, '').replaceAll(/stroke="[^"]+"/g, 'stroke="#fff"')
/** Launchers cut a circle of 80 % out of a maskable icon, and iOS rounds the corners itself. */
const SAFE = { scale: 0.72, background: '#0b5c53' }

const ICONS = [
  { name: 'icon-192', size: 192, svg: MARK, scale: 1, background: 'transparent' },
  { name: 'icon-512', size: 512, svg: MARK, scale: 1, background: 'transparent' },
  { name: 'maskable-512', size: 512, svg: MARK.replace(SQUARE, ''), ...SAFE },
  { name: 'apple-touch-icon', size: 180, svg: MARK.replace(SQUARE, ''), ...SAFE, scale: 0.86 },
  { name: 'badge-96', size: 96, svg: SHAPE, scale: 1, background: 'transparent' },
] as const

const browser = await launchChromium()
for (const { name, size, svg, scale, background } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const margin = (size * (1 - scale)) / 2
  await page.setContent(
    `<style>body { margin: 0; padding: ${margin}px; background: ${background} } svg { display: block; width: ${size * scale}px }</style>${svg}`,
  )
  const path = join(PUBLIC, 'icons', `${name}.png`)
  await page.screenshot({ path, omitBackground: true })
  console.log(path)
  await page.close()
}
await browser.close()
