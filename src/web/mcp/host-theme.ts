/** The colours of the host for the tokens of `theme.css`. Those of the series stay: they have a meaning of their own. */
import { onTheme } from '../ui/theme-switch.tsx'
import { fieldsOf, type HostContext } from './host.ts'

const TOKENS: readonly (readonly [token: string, variable: string])[] = [
  ['--paper', '--color-background-primary'],
  ['--raised', '--color-background-primary'],
  ['--sunken', '--color-background-secondary'],
  ['--ink', '--color-text-primary'],
  ['--soft', '--color-text-secondary'],
  ['--line', '--color-border-primary'],
]
/** Least contrast of what is read, and of lines and bars, with the background (WCAG 2.2, 1.4.3 and 1.4.11). */
const READ: readonly (readonly [token: string, contrast: number])[] = [
  ['--ink', 4.5],
  ['--soft', 4.5],
  ['--up', 3],
  ['--down', 3],
  ['--accent', 3],
  ['--warm', 3],
]
const FONT = /^[\w\s"',.-]{1,200}$/

type Rgb = readonly [red: number, green: number, blue: number]

/** Takes over the scheme, and the colours where everything stays readable with them. */
export function applyTheme({ theme, styles }: HostContext): void {
  const { documentElement: root } = document
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  if (styles !== undefined) {
    const variables = fieldsOf(fieldsOf(styles)['variables'])
    applyColours(root, variables)
    const font = variables['--font-sans']
    if (typeof font === 'string' && FONT.test(font)) root.style.setProperty('--sans', font)
  }
  for (const listener of onTheme) listener()
}

function applyColours(root: HTMLElement, variables: Readonly<Record<string, unknown>>): void {
  for (const [token] of TOKENS) root.style.removeProperty(token)
  const found = TOKENS.flatMap(([token, variable]) => {
    const colour = rgbOf(variables[variable])
    return colour ? [[token, colour] as const] : []
  })
  for (const [token, [red, green, blue]] of found) root.style.setProperty(token, hex(red, green, blue))
  if (found.length === 0 || isReadable(root)) return
  for (const [token] of TOKENS) root.style.removeProperty(token)
}

function isReadable(root: HTMLElement): boolean {
  const style = getComputedStyle(root)
  const colourOf = (token: string) => rgbOf(style.getPropertyValue(token).trim())
  const paper = colourOf('--paper')
  return (
    paper !== null &&
    READ.every(([token, least]) => {
      const colour = colourOf(token)
      return colour !== null && contrast(colour, paper) >= least
    })
  )
}

/** Any opaque colour that the browser understands, also `light-dark()` in the scheme of the page; null for all else. */
function rgbOf(text: unknown): Rgb | null {
  if (typeof text !== 'string' || text.length > 200 || !CSS.supports('color', text)) return null
  const probe = document.createElement('i')
  probe.style.color = text
  document.body.append(probe)
  const computed = getComputedStyle(probe).color
  probe.remove()
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.fillStyle = computed
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha === 255 ? [red, green, blue] : null
}

function hex(...parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2.2: 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
