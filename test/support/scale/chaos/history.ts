/** What happened while the walk went on, as its clients saw it. Instants are of the clock of the test, ms. */

/** An answer of a request that counts against a limit. */
export interface Admitted {
  readonly sentMs: number
  readonly doneMs: number
}

/** A use of a key or session after its end was acknowledged. */
export interface LateUse {
  readonly what: string
  /** When the acknowledgement had come. */
  readonly endedMs: number
  readonly sentMs: number
  readonly isAccepted: boolean
}

export interface Befallen {
  readonly name: string
  readonly fromMs: number
  toMs: number
}

export interface History {
  /** Of the ideas that were acknowledged. */
  readonly fingerprints: Set<string>
  /** Of the keys whose creation was acknowledged, by their ids. */
  readonly keyNames: Map<string, string>
  /** Of the reader, within its limit. */
  readonly admitted: Admitted[]
  /** How many requests of the reader were refused because it was over its limit. */
  refused: number
  readonly lateUses: LateUse[]
  /** What was not acknowledged within a minute after the last fault. */
  readonly stuck: string[]
  readonly befallen: Befallen[]
}

export function newHistory(): History {
  return {
    fingerprints: new Set(),
    keyNames: new Map(),
    admitted: [],
    refused: 0,
    lateUses: [],
    stuck: [],
    befallen: [],
  }
}
