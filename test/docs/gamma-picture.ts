/** Draws an answer of `gamma_exposure` as a picture: what dealers must trade at each strike, and where it turns. */

export interface GammaAnswer {
  readonly symbol: string
  readonly as_of: string
  readonly source: string
  readonly underlying_price: number | null
  readonly net_gex: number | null
  readonly gamma_flip: number | null
  readonly call_wall: number | null
  readonly put_wall: number | null
  readonly data: readonly { readonly strike: number | null; readonly call_gex: number; readonly put_gex: number }[]
}

const WIDTH = 960
const HEIGHT = 440
const LEFT = 64
const RIGHT = 24
const TOP = 92
const BOTTOM = 44
const NEAR = 0.07

const STYLE = `text{font:13px ui-sans-serif,system-ui,sans-serif;fill:#57606a}.title{font-size:20px;font-weight:600;fill:#1f2328}
.call{fill:#1a7f64}.put{fill:#c4432b}.line{stroke:#8c959f;stroke-width:1}.grid{stroke:#d0d7de;stroke-width:1}.price{stroke:#0969da;stroke-width:2}
.flip{stroke:#9a6700;stroke-width:2;stroke-dasharray:5 4}.paper{fill:#ffffff;stroke:#d0d7de}.small{font-size:12px}
@media (prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.paper{fill:#0d1117;stroke:#3d444d}.grid{stroke:#2a313c}.line{stroke:#656c76}
.call{fill:#3fb68b}.put{fill:#f0705a}.price{stroke:#58a6ff}.flip{stroke:#d29922}}`

export function gammaPicture(answer: GammaAnswer): string {
  const price = answer.underlying_price ?? 0
  const rows = answer.data
    .map(({ strike, ...gex }) => ({ strike: strike ?? 0, ...gex }))
    .filter(({ strike }) => Math.abs(strike / price - 1) <= NEAR)
  const most = Math.max(...rows.map((row) => Math.max(row.call_gex, -row.put_gex)))
  const low = price * (1 - NEAR)
  const scale = (WIDTH - LEFT - RIGHT) / (2 * NEAR * price)
  const x = (strike: number) => LEFT + (strike - low) * scale
  const middle = (TOP + HEIGHT - BOTTOM) / 2
  const half = (HEIGHT - BOTTOM - TOP) / 2
  const height = (gex: number) => (Math.abs(gex) / most) * half
  const width = Math.max(2, 0.7 * scale * spacingOf(rows.map(({ strike }) => strike)))
  const bars = rows.map(({ strike, call_gex: call, put_gex: put }) =>
    [
      `<rect class="call" x="${n(x(strike) - width / 2)}" y="${n(middle - height(call))}" width="${n(width)}" height="${n(height(call))}"/>`,
      `<rect class="put" x="${n(x(strike) - width / 2)}" y="${n(middle)}" width="${n(width)}" height="${n(height(put))}"/>`,
    ].join(''),
  )
  const flip = answer.gamma_flip
  const isFlipNear = flip !== null && Math.abs(flip / price - 1) < NEAR
  const marks = [mark('price', x(price), `price ${price.toFixed(2)}`, !isFlipNear || flip <= price)]
  if (isFlipNear) marks.push(mark('flip', x(flip), `flip ${flip.toFixed(2)}`, flip > price))
  const label = `${answer.symbol}: net ${billions(answer.net_gex ?? 0)} per 1 % move · call wall ${answer.call_wall} · put wall ${answer.put_wall}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Gamma exposure by strike. ${label}">`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>`,
    `<text class="title" x="${LEFT}" y="32">Gamma exposure by strike</text>`,
    `<text x="${LEFT}" y="52">${label}</text>`,
    `<text class="small" x="${WIDTH - RIGHT}" y="32" text-anchor="end">${answer.source} market · ${answer.as_of.slice(0, 10)}</text>`,
    ...[-1, -0.5, 0.5, 1].map((share) => gridLine(middle - share * half, billions(share * most))),
    `<line class="line" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${n(middle)}" y2="${n(middle)}"/>`,
    ...bars,
    ...marks,
    ...ticks(low, price * (1 + NEAR)).map(
      (strike) => `<text x="${n(x(strike))}" y="${HEIGHT - 16}" text-anchor="middle">${strike}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n')
}

function gridLine(y: number, text: string): string {
  return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${n(y)}" y2="${n(y)}"/><text class="small" x="${LEFT - 8}" y="${n(y + 4)}" text-anchor="end">${text}</text>`
}

function mark(kind: string, x: number, text: string, isRight: boolean): string {
  const [shift, anchor] = isRight ? [6, 'start'] : [-6, 'end']
  return `<line class="${kind}" x1="${n(x)}" x2="${n(x)}" y1="${TOP - 18}" y2="${HEIGHT - BOTTOM}"/><text class="small" x="${n(x + shift)}" y="${TOP - 8}" text-anchor="${anchor}">${text}</text>`
}

function ticks(low: number, high: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => (high - low) / size <= 12) ?? 200
  const first = Math.ceil(low / step) * step
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step)
}

function spacingOf(strikes: readonly number[]): number {
  const gaps = strikes.slice(1).map((strike, index) => strike - (strikes[index] ?? 0))
  return Math.min(...gaps)
}

function billions(usd: number): string {
  return `${usd < 0 ? '−' : ''}$${(Math.abs(usd) / 1e9).toFixed(2)}B`
}

/** Two decimals are finer than a pixel, and keep the file the same on every machine. */
function n(value: number): string {
  return value.toFixed(2)
}
