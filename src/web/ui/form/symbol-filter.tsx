import { Field } from './field.tsx'

interface SymbolFilterProps {
  readonly value: string | undefined
  readonly onValue: (symbol: string) => void
}

/** The symbol of a list; empty for all symbols. */
export function SymbolFilter({ value = '', onValue }: SymbolFilterProps) {
  return (
    <Field label="Symbol">
      {(ids) => (
        <input
          {...ids}
          type="text"
          list="symbols"
          placeholder="all"
          autocomplete="off"
          spellcheck={false}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value.trim().toUpperCase())}
        />
      )}
    </Field>
  )
}
