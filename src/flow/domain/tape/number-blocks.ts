/**
 * Rows of numbers that are written once, in blocks outside of the heap. A full block keeps each column in the fewest bytes
 * that give back the same numbers: prices of one symbol within minutes are cents from a common base, and many columns
 * say the same in each row.
 */

const BLOCK_ROWS = 96

/** Places in the description of a column. Those of all columns are in front of the numbers of a full block. */
const HEAD = { form: 0, scale: 1, start: 4, base: 8, bytes: 16 } as const

/**
 * How a column is kept: as one number that all rows have; as whole numbers above a base in one, two or four bytes, of
 * which the greatest stands for NaN; or as numbers of single or double precision.
 */
const FORM = { same: 0, one: 1, two: 2, four: 3, single: 4, double: 5 } as const
const FORM_BYTES = [0, 1, 2, 4, 4, 8] as const
const UNKNOWN = { one: 0xff, two: 0xffff, four: 0xffff_ffff } as const
/** By form; undefined of a form that keeps the numbers themselves. */
const UNKNOWN_CODES: readonly (number | undefined)[] = [undefined, UNKNOWN.one, UNKNOWN.two, UNKNOWN.four]

/** Whole numbers, cents, hundredths of a cent: `n / scale` is the number that was read from its decimals. */
const SCALES = [1, 100, 10_000] as const

/** The rows of one block; those that are written are not changed. */
export class NumberBlock {
  readonly #columns: number
  /** By row, until the block is full. */
  #open: Float64Array | undefined
  #full: DataView | undefined

  constructor(columns: number, open: Float64Array) {
    this.#columns = columns
    this.#open = open
  }

  /** The number of a row of this block. */
  at(row: number, column: number): number {
    if (this.#full) return numberOf(this.#full, row, column)
    return this.#open?.[row * this.#columns + column] ?? Number.NaN
  }

  /** Leaves what it was written to. */
  close(): void {
    if (this.#open) this.#full = narrowed(this.#open, this.#columns)
    this.#open = undefined
  }
}

/** Writes rows of as many numbers, block by block. */
export class NumberBlocks {
  readonly #columns: number
  /** Of the last block, and of the next one when that is full. */
  readonly #open: Float64Array
  #block: NumberBlock
  #count = 0

  constructor(columns: number) {
    this.#columns = columns
    this.#open = new Float64Array(BLOCK_ROWS * columns)
    this.#block = new NumberBlock(columns, this.#open)
  }

  /** Adds a row, whose numbers `write` sets in the array from its place on. */
  add(write: (numbers: Float64Array, first: number) => void): { readonly block: NumberBlock; readonly row: number } {
    if (this.#count === BLOCK_ROWS) {
      this.#block.close()
      this.#block = new NumberBlock(this.#columns, this.#open)
      this.#count = 0
    }
    const row = this.#count++
    write(this.#open, row * this.#columns)
    return { block: this.#block, row }
  }
}

function numberOf(block: DataView, row: number, column: number): number {
  const head = column * HEAD.bytes
  const start = block.getUint32(head + HEAD.start, true)
  switch (block.getUint8(head + HEAD.form)) {
    case FORM.same:
      return block.getFloat64(head + HEAD.base, true)
    case FORM.one:
      return decoded(block, head, block.getUint8(start + row), UNKNOWN.one)
    case FORM.two:
      return decoded(block, head, block.getUint16(start + 2 * row, true), UNKNOWN.two)
    case FORM.four:
      return decoded(block, head, block.getUint32(start + 4 * row, true), UNKNOWN.four)
    case FORM.single:
      return block.getFloat32(start + 4 * row, true)
    default:
      return block.getFloat64(start + 8 * row, true)
  }
}

function decoded(block: DataView, head: number, code: number, unknown: number): number {
  if (code === unknown) return Number.NaN
  const scale = SCALES[block.getUint8(head + HEAD.scale)] ?? 1
  return (block.getFloat64(head + HEAD.base, true) + code) / scale
}

interface Form {
  readonly form: number
  /** Place in `SCALES`. */
  readonly scale: number
  readonly base: number
}

function narrowed(numbers: Float64Array, columns: number): DataView {
  const values = new Float64Array(BLOCK_ROWS)
  const take = (column: number) => {
    for (let row = 0; row < BLOCK_ROWS; row++) values[row] = numbers[row * columns + column] ?? Number.NaN
    return values
  }
  const forms = Array.from({ length: columns }, (_, column) => formOf(take(column)))
  const bytes = forms.reduce((sum, { form }) => sum + BLOCK_ROWS * (FORM_BYTES[form] ?? 0), columns * HEAD.bytes)
  const block = new DataView(new ArrayBuffer(bytes))
  let start = columns * HEAD.bytes
  for (const [column, form] of forms.entries()) {
    const head = column * HEAD.bytes
    block.setUint8(head + HEAD.form, form.form)
    block.setUint8(head + HEAD.scale, form.scale)
    block.setUint32(head + HEAD.start, start, true)
    block.setFloat64(head + HEAD.base, form.base, true)
    start = write(block, start, form, take(column))
  }
  return block
}

/** The narrowest form in which every number is the same again. */
function formOf(values: Float64Array): Form {
  const first = values[0] ?? Number.NaN
  if (values.every((value) => Object.is(value, first))) return { form: FORM.same, scale: 0, base: first }
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  for (const [place, scale] of SCALES.entries()) {
    const base = Math.round(low * scale)
    const form = formOfWhole(Math.round(high * scale) - base)
    if (form !== undefined && areWhole(values, scale, base)) return { form, scale: place, base }
  }
  const isSingle = values.every((value) => Object.is(Math.fround(value), value))
  return { form: isSingle ? FORM.single : FORM.double, scale: 0, base: 0 }
}

/** Undefined where no form has room for the greatest number; what it ends with is NaN. */
function formOfWhole(greatest: number): number | undefined {
  if (greatest < UNKNOWN.one) return FORM.one
  if (greatest < UNKNOWN.two) return FORM.two
  return greatest < UNKNOWN.four ? FORM.four : undefined
}

function areWhole(values: Float64Array, scale: number, base: number): boolean {
  for (const value of values) {
    if (Number.isNaN(value)) continue
    // As it is read; −0 would be 0.
    if (!Object.is((base + (Math.round(value * scale) - base)) / scale, value)) return false
  }
  return true
}

/** Returns where the next column starts. */
function write(block: DataView, start: number, { form, scale, base }: Form, values: Float64Array): number {
  const times = SCALES[scale] ?? 1
  const unknown = UNKNOWN_CODES[form]
  let place = start
  for (const value of values) {
    if (unknown === undefined) put(block, place, form, value)
    else put(block, place, form, Number.isNaN(value) ? unknown : Math.round(value * times) - base)
    place += FORM_BYTES[form] ?? 0
  }
  return place
}

function put(block: DataView, place: number, form: number, value: number): void {
  if (form === FORM.one) block.setUint8(place, value)
  else if (form === FORM.two) block.setUint16(place, value, true)
  else if (form === FORM.four) block.setUint32(place, value, true)
  else if (form === FORM.single) block.setFloat32(place, value, true)
  else if (form === FORM.double) block.setFloat64(place, value, true)
}
