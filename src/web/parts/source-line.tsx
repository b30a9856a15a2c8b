import { format } from '../format.ts'

interface SourceLineProps {
  readonly of: {
    readonly as_of: string
    readonly session_date: string
    readonly source: string
    readonly warnings: readonly string[]
  }
}

const SOURCES: Readonly<Record<string, string>> = {
  simulated: 'Simulated market: these numbers are invented',
  replay: 'Replay of imported data',
  cboe: 'Cboe, 15 minutes delayed',
  alpaca: 'Alpaca',
}

/** Where the numbers of a page come from and how old they are; an invented market is not to be overlooked. */
export function SourceLine({ of: { as_of: asOf, session_date: session, source, warnings } }: SourceLineProps) {
  return (
    <div class="source" data-source={source}>
      <p>
        <strong>{SOURCES[source] ?? source}</strong>
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
