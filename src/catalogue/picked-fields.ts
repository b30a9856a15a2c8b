/** The selected fields of a row and its identity; all fields if none are selected. */
export function pickedFields<Row extends object, Id extends keyof Row & string>(
  row: Row,
  id: Id,
  fields: readonly (keyof Row & string)[] | undefined,
): Partial<Row> & Pick<Row, Id> {
  if (!fields) return row
  const wanted = new Set<string>([id, ...fields])
  const picked: Partial<Row> & Pick<Row, Id> = { ...row }
  for (const name of Object.keys(row)) {
    if (!wanted.has(name)) Reflect.deleteProperty(picked, name)
  }
  return picked
}
