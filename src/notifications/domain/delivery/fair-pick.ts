import type { Priority } from '../notification.ts'

export interface Pickable {
  readonly id: string
  readonly accountId: string
  readonly endpointId: string
  readonly priority: Priority
}

export interface Room {
  /** How many may be picked in all. */
  readonly total: number
  readonly atEndpoint: (endpointId: string) => number
  readonly atAccount: (accountId: string) => number
}

/**
 * Which of those that are due go now: high priority first, then in turn one of each endpoint, in the order given, as long
 * as endpoint and account have room. A slow endpoint with a thousand rows holds up nobody else.
 */
export function fairPick<Row extends Pickable>(due: readonly Row[], room: Room): Row[] {
  const picked: Row[] = []
  const taken = new Map<string, number>()
  const hasRoom = ({ endpointId, accountId }: Row) =>
    count(taken, `e ${endpointId}`) < room.atEndpoint(endpointId) &&
    count(taken, `a ${accountId}`) < room.atAccount(accountId)
  for (const priority of ['high', 'normal'] as const) {
    for (const row of inTurns(due.filter((each) => each.priority === priority))) {
      if (picked.length >= room.total) return picked
      if (!hasRoom(row)) continue
      picked.push(row)
      taken.set(`e ${row.endpointId}`, count(taken, `e ${row.endpointId}`) + 1)
      taken.set(`a ${row.accountId}`, count(taken, `a ${row.accountId}`) + 1)
    }
  }
  return picked
}

/** The first of each endpoint, then the second of each, and so on. */
function inTurns<Row extends Pickable>(rows: readonly Row[]): Row[] {
  const turns = new Map<string, number>()
  const numbered = rows.map((row) => {
    const turn = count(turns, row.endpointId)
    turns.set(row.endpointId, turn + 1)
    return { row, turn }
  })
  return numbered.sort((left, right) => left.turn - right.turn).map(({ row }) => row)
}

function count(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0
}
