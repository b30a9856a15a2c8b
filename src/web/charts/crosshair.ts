/** Links the crosshairs of charts that share their time. */
type Follower = (seconds: number | null) => void

/** The instant under the pointer of one chart, which the others show as well. */
export interface Crosshair {
  /** Reports the instant of a chart, seconds; null without a pointer. */
  move(source: object, seconds: number | null): void
  /** Calls back with the instants of other charts, until the returned function is called. */
  follow(source: object, follower: Follower): () => void
}

/** While the followers move, what they report is the echo of this movement. */
export function createCrosshair(): Crosshair {
  const followers = new Map<object, Follower>()
  let isMoving = false
  return {
    move(source, seconds) {
      if (isMoving) return
      isMoving = true
      try {
        for (const [other, follower] of followers) if (other !== source) follower(seconds)
      } finally {
        isMoving = false
      }
    },
    follow(source, follower) {
      followers.set(source, follower)
      return () => {
        followers.delete(source)
      }
    },
  }
}

/** The place of the last time that is not after an instant; null before the first. Times rise. */
export function placeAt(times: ArrayLike<number>, seconds: number): number | null {
  for (let place = times.length - 1; place >= 0; place--) {
    if ((times[place] ?? Number.NaN) <= seconds) return place
  }
  return null
}
