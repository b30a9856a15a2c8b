/** Work that goes on after an answer was given. */
export interface Background {
  /** Begins at once or when its turn comes; a failure is reported, never thrown. */
  run(work: () => Promise<void>): void
  /** When all that was begun has ended. */
  idle(): Promise<void>
}

export interface BackgroundOptions {
  /** How much may be under way; what comes on top is reported as `refused` and not begun. */
  readonly most: number
  readonly refused: () => Error
  readonly onError: (error: unknown) => void
}

export function background({ most, refused, onError }: BackgroundOptions): Background {
  const underWay = new Set<Promise<void>>()
  return {
    run(work) {
      if (underWay.size >= most) return onError(refused())
      // A turn of the event loop later, so that the answer's time does not hold the first step of the work.
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onError)
        .finally(() => underWay.delete(done))
      underWay.add(done)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
