/** Computes which rows of equal height are visible, so that only these are rendered. */

export interface VisibleRows {
  /** Index of the first rendered row, and of the first one after the last. */
  readonly first: number
  readonly end: number
  /** Height of the rows before and after them, in pixels. */
  readonly above: number
  readonly below: number
}

interface Frame {
  readonly count: number
  readonly rowHeight: number
  /** Scroll position and visible height, in pixels. */
  readonly scrollTop: number
  readonly height: number
}

/** Rows are rendered in blocks of this size, plus one block ahead, so that most scrolling renders nothing. */
const BLOCK = 4

export function visibleRows({ count, rowHeight, scrollTop, height }: Frame): VisibleRows {
  const firstSeen = Math.floor(Math.max(0, scrollTop) / rowHeight)
  const lastSeen = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight)
  const end = Math.min(count, BLOCK * (Math.floor(lastSeen / BLOCK) + 2))
  const first = Math.max(0, Math.min(BLOCK * (Math.floor(firstSeen / BLOCK) - 1), end))
  return { first, end, above: first * rowHeight, below: (count - end) * rowHeight }
}

/** The scroll position with a row in the middle. */
export function centred(row: number, { count, rowHeight, height }: Omit<Frame, 'scrollTop'>): number {
  const middle = row * rowHeight - (height - rowHeight) / 2
  return Math.max(0, Math.min(middle, count * rowHeight - height))
}
