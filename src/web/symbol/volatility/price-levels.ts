/** Prices whose chance the page shows, and what a density says of them while they move. */
import { chanceOf, type PriceEvent } from '../../../analytics/domain/distribution/price-event.ts'
import { type BelowPoint, belowOf } from '../density.ts'

export const LEVEL_NAMES = ['above', 'below'] as const
export type LevelName = (typeof LEVEL_NAMES)[number]

/** Texts of the two fields. */
export type LevelTexts = Readonly<Record<LevelName, string>>

export function levelOf(text: string): number | undefined {
  const level = Number(text)
  return text !== '' && level > 0 ? level : undefined
}

export function eventOf(texts: LevelTexts): PriceEvent {
  return { above: levelOf(texts.above), below: levelOf(texts.below) }
}

/** Of the event, 0 to 1; null without one. */
export function chanceInDensity(density: readonly BelowPoint[], event: PriceEvent): number | null {
  const below = belowOf(density)
  const chance = below ? chanceOf(below, event) : Number.NaN
  return Number.isNaN(chance) ? null : chance
}

/** The price of a probability, for a level that nobody has chosen. */
export function priceAt(density: readonly BelowPoint[], probability: number): number {
  return density.find((point) => point.probability_below >= probability)?.price ?? Number.NaN
}

const STEPS_OF_RANGE = 200

/** The step of a level: 1, 2 or 5 times a power of ten, USD, and never under a cent. */
export function levelStep(low: number, high: number): number {
  const step = (high - low) / STEPS_OF_RANGE
  const power = 10 ** Math.floor(Math.log10(step))
  const factor = [1, 2, 5, 10].find((it) => it * power >= step) ?? 10
  return Math.max(factor * power, 0.01)
}

/** On the grid of the step and inside the range, as the field shows it. */
export function levelText(price: number, step: number, low: number, high: number): string {
  const inside = Math.min(Math.max(Math.round(price / step), Math.ceil(low / step)), Math.floor(high / step))
  return String(Math.round(100 * inside * step) / 100)
}
