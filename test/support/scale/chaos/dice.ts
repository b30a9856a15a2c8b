import { mix, uniform } from '../../../../src/lib/math/seeded-random.ts'

/** What a walk draws: the same of a seed, in the same order. */
export interface Dice {
  /** At least 0 and less than 1. */
  next(): number
  oneOf<T>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
}

export function dice(seed: number): Dice {
  let drawn = 0
  const next = () => uniform(mix(seed, drawn++))
  return {
    next,
    oneOf<T>(items: readonly T[]) {
      return items[Math.floor(next() * items.length)] as T
    },
    shuffled<T>(items: readonly T[]) {
      const rest = [...items]
      return items.map(() => rest.splice(Math.floor(next() * rest.length), 1)[0] as T)
    },
  }
}
