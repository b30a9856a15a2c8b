/** Small pictures of the templates: profit over price at the first expiration, without scale. */
import { RECIPES, type RecipeLeg, type TemplateName } from '../../../analytics/domain/strategies/template-recipes.ts'

const STEPS = 48
const REACH = 3
const WIDTH = 60
const HEIGHT = 30
const MARGIN = 4

export function templateTitle(name: TemplateName): string {
  const words = name.replaceAll('_', ' ')
  return words[0]?.toUpperCase() + words.slice(1)
}

/** The path of an SVG picture of 60 × 30. */
export function templatePath(name: TemplateName, isCall: boolean): string {
  const legs = RECIPES[name]
  const points = Array.from({ length: STEPS + 1 }, (_, index) => {
    const price = REACH * ((2 * index) / STEPS - 1)
    return legs.reduce((sum, leg) => sum + legValue(leg, price, isCall), 0)
  })
  const [low, high] = [Math.min(...points), Math.max(...points)]
  const scale = high > low ? (HEIGHT - 2 * MARGIN) / (high - low) : 0
  return points
    .map((value, index) => {
      const left = (WIDTH * index) / STEPS
      const top = HEIGHT - MARGIN - scale * (value - low)
      return `${index === 0 ? 'M' : 'L'}${left.toFixed(1)} ${top.toFixed(1)}`
    })
    .join('')
}

/** The price is 0, and one width 1. */
function strikeOf({ place, right, count }: RecipeLeg, isCall: boolean): number {
  const outwards = right === 'put' || (right === 'chosen' && !isCall) ? -1 : 1
  const places = { money: 0, same: 0, out: outwards, beyond: 2 * outwards, above: 1, below: -1 }
  if (place === 'side') return count < 0 ? outwards : 0
  return places[place]
}

function legValue(leg: RecipeLeg, price: number, isCall: boolean): number {
  const { right, count, isFar, byRatio } = leg
  if (right === 'stock') return price
  const distance = price - strikeOf(leg, isCall)
  const ahead = right === 'call' || (right === 'chosen' && isCall) ? distance : -distance
  const value = isFar ? softened(ahead) : Math.max(ahead, 0)
  return Math.sign(count) * (byRatio ? 2 : Math.abs(count)) * value
}

/** The value of an option that expires later: its payoff without the corner. */
function softened(ahead: number): number {
  return Math.log1p(Math.exp(2 * ahead)) / 2
}
