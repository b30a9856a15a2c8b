import { SCREEN_FIELDS } from '../../analytics/domain/screener/screen-fields.ts'
import { useAnswer } from '../answer.ts'
import { SymbolLink } from '../symbol/symbol-link.tsx'
import { useDated } from '../travel.ts'
import { Explained } from '../ui/explained.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered } from '../ui/states.tsx'
import { fieldCell, fieldTitle } from './field-values.tsx'

interface ComparePanelProps {
  readonly symbols: readonly string[]
  readonly everyMs: number | undefined
  readonly onClear: () => void
}

/** All figures of the ticked symbols side by side, whether they pass the filters or not. */
export function ComparePanel({ symbols, everyMs, onClear }: ComparePanelProps) {
  const query = useAnswer('screener', { symbols: [...symbols], ...useDated() }, { everyMs })
  return (
    <Panel
      title={`Compared: ${symbols.join(', ')}`}
      tools={
        <button type="button" onClick={onClear}>
          Clear
        </button>
      }
    >
      <Answered of={query}>
        {({ data, as_of: asOf }) => {
          const rows = symbols.flatMap((symbol) => data.find((row) => row.symbol === symbol) ?? [])
          return (
            // biome-ignore lint/a11y: what scrolls must be reachable with the keyboard, and have a name that is no landmark
            <div class="scroll" role="group" aria-label="Figures side by side" tabIndex={0}>
              <table class="screen-compare">
                <thead>
                  <tr>
                    <th scope="col" data-align="start">
                      Figure
                    </th>
                    {rows.map(({ symbol }) => (
                      <th key={symbol} scope="col">
                        <SymbolLink symbol={symbol} isPlain />
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {SCREEN_FIELDS.map((field) => (
                    <tr key={field}>
                      <th scope="row" data-align="start">
                        <Explained field={field} asOf={asOf}>
                          {fieldTitle(field)}
                        </Explained>
                      </th>
                      {rows.map((row) => (
                        <td key={row.symbol}>{fieldCell(field, row)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }}
      </Answered>
    </Panel>
  )
}
