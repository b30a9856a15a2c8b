export interface TurnLimits {
  /** How much runs at once. */
  readonly parallel: number
  /** How much may wait for its turn; what comes on top is refused. */
  readonly waiting: number
  readonly refuse: () => Error
}

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Runs work in the order of its coming, a few at once, and refuses more than may wait. */
export function turns({ parallel, waiting, refuse }: TurnLimits): Turns {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < parallel) running++
    else {
      if (queue.length >= waiting) throw refuse()
      // The turn is handed over by the one that ends, so `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}

/** Turns for each key apart; a key that nobody waits for is forgotten. */
export function turnsByKey(limits: TurnLimits): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const byKey = new Map<string, { readonly take: Turns; users: number }>()
  return async (key, work) => {
    const entry = byKey.get(key) ?? { take: turns(limits), users: 0 }
    byKey.set(key, entry)
    entry.users++
    try {
      return await entry.take(work)
    } finally {
      entry.users--
      if (entry.users === 0) byKey.delete(key)
    }
  }
}
