import { SOURCE_DEFINITIONS } from '../../market/sources/index.ts'
import { format } from '../format.ts'

interface SourceLineProps {
  readonly of: {
    readonly as_of: string
    readonly session_date: string
    readonly source: string
    readonly warnings: readonly string[]
  }
}

const TITLES: ReadonlyMap<string, string> = new Map(SOURCE_DEFINITIONS.map(({ name, title }) => [name, title]))

/** The source and age of a page's numbers, with a clear mark for simulated markets. */
export function SourceLine({ of: { as_of: asOf, session_date: session, source, warnings } }: SourceLineProps) {
  return (
    <div class="source" data-source={source}>
      <p>
        <strong>{TITLES.get(source) ?? source}</strong>
        <span>
          as of <time dateTime={asOf}>{format.dateTime(asOf)}</time>, session of {format.date(session)}
        </span>
      </p>
      {warnings.length === 0 ? null : (
        <ul class="warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
