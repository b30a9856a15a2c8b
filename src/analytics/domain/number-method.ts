/** Unit, sign and source of a number; the schemas of the answers document its meaning. */
export interface NumberMethod {
  readonly unit: string
  readonly sign: string
  /** Where the definition comes from: a paper, a book, a page of an exchange, or this project. */
  readonly source: string
}
