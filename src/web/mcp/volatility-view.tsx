import { useEffect, useState } from 'preact/hooks'
import { format } from '../format.ts'
import { type SmileChain, SmileChart } from '../symbol/volatility/smile-chart.tsx'
import { TermChart, type TermPoint } from '../symbol/volatility/term-chart.tsx'
import { type Fields, numberIn, outcomeOf, rangeIn, rowsIn, textIn } from './answer-fields.ts'
import { showView, type ViewProps } from './view.tsx'

showView('implied volatility', VolatilityView)

/** The nearest expiration at least this far away has a typical shape. */
const USUAL_DTE = 25

type Listed = TermPoint & { readonly date: string }

function VolatilityView({ answer, symbol, input, callTool }: ViewProps) {
  const points = termIn(answer)
  const [chosen, setChosen] = useState<string | null>(null)
  const usual = points.find(({ dte }) => dte >= USUAL_DTE) ?? points.at(-1)
  const date = chosen ?? usual?.date
  if (date === undefined) return <p class="nothing">The answer has no expirations.</p>
  return (
    <>
      <TermChart points={points} symbol={symbol} />
      {callTool === null ? null : (
        <>
          <label class="field">
            Smile of{' '}
            <select value={date} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
              {points.map((point) => (
                <option key={point.date} value={point.date}>
                  {format.date(point.date)}
                </option>
              ))}
            </select>
          </label>
          <Smile symbol={symbol} date={date} session={textIn(input, 'date')} callTool={callTool} />
        </>
      )}
    </>
  )
}

interface SmileProps {
  readonly symbol: string
  readonly date: string
  /** The past session of the request; null for the present. */
  readonly session: string | null
  readonly callTool: NonNullable<ViewProps['callTool']>
}

type Loaded = { readonly date: string } & ({ readonly chain: SmileChain } | { readonly problem: string })

/** Asks the service for the chain of the expiration, through the host. */
function Smile({ symbol, date, session, callTool }: SmileProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    let isLate = false
    const fields = ['strike', 'option_type', 'implied_volatility']
    const put = (next: Loaded) => {
      if (!isLate) setLoaded(next)
    }
    const past = session === null ? {} : { date: session }
    callTool('options_chain', {
      symbol,
      expiration_date: date,
      fields,
      strikes_around_atm: 50,
      limit: 250,
      ...past,
    }).then(
      (result) => {
        const outcome = outcomeOf(result)
        put({ date, ...('answer' in outcome ? { chain: chainIn(outcome.answer) } : outcome) })
      },
      (error: unknown) => put({ date, problem: error instanceof Error ? error.message : 'The chain is missing.' }),
    )
    return () => {
      isLate = true
    }
  }, [symbol, date, session])
  if (loaded === null || loaded.date !== date) return <p role="status">Waiting for the smile…</p>
  if ('problem' in loaded) return <p role="alert">{loaded.problem}</p>
  return <SmileChart chain={loaded.chain} symbol={symbol} date={date} />
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

function termIn(answer: Fields): readonly Listed[] {
  return rowsIn(answer, 'points').flatMap((row) => {
    const [date, dte] = [textIn(row, 'expiration_date'), numberIn(row, 'dte')]
    const volatility = numberIn(row, 'atm_iv')
    if (date === null || !DATE.test(date) || Number.isNaN(Date.parse(date)) || dte === null || volatility === null) {
      return []
    }
    return [{ date, dte, atm_iv: volatility, atm_iv_range: rangeIn(row, 'atm_iv_range') }]
  })
}

function chainIn(answer: Fields): SmileChain {
  return {
    underlying_price: numberIn(answer, 'underlying_price'),
    expirations: rowsIn(answer, 'expirations').flatMap((row) => {
      const dte = numberIn(row, 'dte')
      return dte === null ? [] : [{ dte, forward: numberIn(row, 'forward'), atm_iv: numberIn(row, 'atm_iv') }]
    }),
    data: rowsIn(answer, 'data').map((row) => {
      const type = textIn(row, 'option_type')
      return {
        strike: numberIn(row, 'strike') ?? undefined,
        option_type: type === 'call' || type === 'put' ? type : undefined,
        implied_volatility: numberIn(row, 'implied_volatility'),
      }
    }),
  }
}
