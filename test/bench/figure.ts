/** One measured figure. `anchor` is something well known, measured in the same run, that it is compared with. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly goal?: string
  readonly anchor?: { readonly name: string; readonly value: number }
}
