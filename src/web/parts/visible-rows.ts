/** Which of many rows of equal height stand in a frame, so that only these are made. */

export interface VisibleRows {
  /** Of the first row that is made, and of the first after the last. */
  readonly first: number
  readonly end: number
  /** Room that the rows before and after them take, in pixels. */
  readonly above: number
  readonly below: number
}

interface Frame {
  readonly count: number
  readonly rowHeight: number
  /** How far the frame is pushed, and how much of it is seen, in pixels. */
  readonly scrollTop: number
  readonly height: number
}

/** Rows are made in blocks of this many, and one block ahead, so that most scrolling makes none. */
const BLOCK = 8

export function visibleRows({ count, rowHeight, scrollTop, height }: Frame): VisibleRows {
  const firstSeen = Math.floor(Math.max(0, scrollTop) / rowHeight)
  const lastSeen = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight)
  const end = Math.min(count, BLOCK * (Math.floor(lastSeen / BLOCK) + 2))
  const first = Math.max(0, Math.min(BLOCK * (Math.floor(firstSeen / BLOCK) - 1), end))
  return { first, end, above: first * rowHeight, below: (count - end) * rowHeight }
}

/** Where to push the frame so that a row stands in its middle. */
export function centred(row: number, { count, rowHeight, height }: Omit<Frame, 'scrollTop'>): number {
  const middle = row * rowHeight - (height - rowHeight) / 2
  return Math.max(0, Math.min(middle, count * rowHeight - height))
}
