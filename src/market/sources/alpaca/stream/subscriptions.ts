/** The subscriptions of a stream, by who wants them: a name that two want is given up when neither does. */

export type Channel = 'trades' | 'quotes'

/** Somebody who wants names of a channel. */
export interface Interest {
  readonly channel: Channel
  /** The stream counts as whole only once every name of this interest is confirmed. */
  readonly isEssential: boolean
  /** All its subscriptions are confirmed. */
  readonly onCarried?: () => void
  /** The vendor does not carry these names, for want of room or of rights; they are not requested again. */
  readonly onRefused?: (names: readonly string[]) => void
}

export class Subscriptions {
  readonly #wanted = new Map<Interest, Set<string>>()

  get isEmpty(): boolean {
    return [...this.#wanted.values()].every((names) => names.size === 0)
  }

  /** Those that this interest did not want before. */
  add(interest: Interest, names: readonly string[]): string[] {
    const own = this.#wanted.get(interest) ?? new Set()
    this.#wanted.set(interest, own)
    const added = names.filter((name) => !own.has(name))
    for (const name of added) own.add(name)
    return added
  }

  /** Those that nobody wants any more. */
  remove(interest: Interest, names: readonly string[]): string[] {
    const own = this.#wanted.get(interest)
    const gone = names.filter((name) => own?.delete(name))
    const others = [...this.#wanted].filter(([{ channel }]) => channel === interest.channel).map(([, some]) => some)
    return gone.filter((name) => others.every((other) => !other.has(name)))
  }

  /** Essential interests first. */
  all(): (readonly [Interest, string[]])[] {
    return [...this.#wanted]
      .sort(([a], [b]) => Number(b.isEssential) - Number(a.isEssential))
      .map(([interest, names]) => [interest, [...names]])
  }

  /** Any name that is subscribed. */
  any(): readonly [Channel, string] | null {
    for (const [{ channel }, names] of this.#wanted) for (const name of names) return [channel, name]
    return null
  }
}
