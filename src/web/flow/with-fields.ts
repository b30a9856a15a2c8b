type Requested<Row, Field extends keyof Row> = Row & { readonly [Name in Field]-?: Exclude<Row[Name], undefined> }

/** For `filter` on the rows of an answer: those with all of these fields, which are all rows if they were requested. */
export function withFields<Row, Field extends keyof Row>(fields: readonly Field[]) {
  return (row: Row): row is Requested<Row, Field> => fields.every((field) => row[field] !== undefined)
}
