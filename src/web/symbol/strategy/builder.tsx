import { useMemo, useRef, useState } from 'preact/hooks'
import { uncoveredRate } from '../../../analytics/domain/strategies/margin.ts'
import { useAnswer } from '../../answer.ts'
import type { AnswerOf, Problem } from '../../client.ts'
import { useDate, useDated } from '../../travel.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty, PlanNotice, Waiting } from '../../ui/states.tsx'
import { belowOf } from '../density.ts'
import { ChancesPanel } from './chances-panel.tsx'
import { chartSpan, chartView, datesOf, type PriceSpan } from './chart-view.ts'
import { FiguresPanel } from './figures-panel.tsx'
import { GridPanel } from './grid-panel.tsx'
import type { LegsInHand } from './legs-in-hand.ts'
import { LegsPanel } from './legs-panel.tsx'
import { PayoffPanel } from './payoff-panel.tsx'
import { type PictureTerms, type StrategyPicture, strategyPicture } from './strategy-picture.ts'
import type { StrategyState } from './strategy-state.ts'
import { useChains } from './use-chains.ts'
import { type BuiltLeg, builtLeg, type Chains } from './wire-legs.ts'

const RENEW_MS = 15_000
const DENSITY_POINTS = 401

interface BuilderProps {
  readonly symbol: string
  readonly term: AnswerOf<'iv_term_structure'>
  readonly state: StrategyState
  readonly change: (changes: Partial<StrategyState>) => void
}

/**
 * The strategy of the address. Curves and key figures are computed here, so that they follow a drag; chances, touches and
 * risks come from the service once the legs rest.
 */
export function Builder({ symbol, term, state, change }: BuilderProps) {
  const [draft, setDraft] = useState<Partial<StrategyState>>({})
  const shown = { ...state, ...draft }
  const dates = datesOf(shown.legs)
  const { chains, problem } = useChains(symbol, dates)
  const { analysis, density, calibration } = useService(symbol, state.legs, dates[0])
  const [chain] = chains.values()
  const spot = analysis.answer?.underlying_price ?? chain?.underlying_price ?? Number.NaN
  const built = shown.legs.map((text) => builtLeg(text, chains, spot))
  const legs = built.flatMap(({ leg }) => leg ?? [])
  const view = chartView(shown.on, shown.legs, legs, term.session_date)
  const span = useHeldSpan(chartSpan(legs, spot), draft.legs !== undefined)
  const below = useMemo(() => belowOf(density), [density])
  const margin = { spot, rate: uncoveredRate(symbol) }
  const picture = pictureOf(built, { spot, ...span, years: view.years, ivPoints: shown.iv, margin, below })
  const settle = (changes: Partial<StrategyState>) => {
    setDraft({})
    change(changes)
  }
  const hand: LegsInHand = {
    built,
    chains,
    problem: analysis.problem,
    onMove: (moved) => setDraft({ ...draft, legs: moved }),
    onLegs: (moved) => settle({ legs: moved }),
  }
  return (
    <>
      {picture ? (
        <>
          <PayoffPanel
            symbol={symbol}
            picture={picture}
            density={density}
            spot={spot}
            view={view}
            iv={shown.iv}
            hand={hand}
            onSlide={(moved) => setDraft({ ...draft, ...moved })}
            onSettle={settle}
          />
          <FiguresPanel picture={picture} analysis={draft.legs ? null : analysis.answer} asOf={term.as_of} />
        </>
      ) : (
        <Panel title="Profit and loss" span={3}>
          <Undrawn problem={problem ?? analysis.problem} isWaiting={isWaiting(built, chains)} />
        </Panel>
      )}
      <LegsPanel symbol={symbol} hand={hand} term={term} spot={spot} />
      <ChancesPanel analysis={analysis} calibration={calibration} isOld={draft.legs !== undefined} />
      {analysis.answer?.grid ? <GridPanel grid={analysis.answer.grid} /> : null}
    </>
  )
}

function useService(symbol: string, legs: readonly string[], first: string | undefined) {
  const everyMs = useDate() === null ? RENEW_MS : undefined
  const dated = useDated()
  const analysis = useAnswer('strategy_analysis', { symbol, legs: [...legs], ...dated }, { everyMs })
  const target = first === undefined ? null : { symbol, target_date: first, points: DENSITY_POINTS, ...dated }
  const { answer } = useAnswer('probability', target, { everyMs })
  return { analysis, density: answer?.density ?? NO_DENSITY, calibration: answer?.calibration }
}

const NO_DENSITY: AnswerOf<'probability'>['density'] = []

/** The prices of the chart stay while a leg moves. */
function useHeldSpan(span: PriceSpan, isMoving: boolean): PriceSpan {
  const held = useRef(span)
  if (!isMoving) held.current = span
  return held.current
}

/** Null until every leg can be valued. */
function pictureOf(built: readonly BuiltLeg[], terms: PictureTerms): StrategyPicture | null {
  const legs = built.flatMap(({ leg }) => leg ?? [])
  const isComplete = legs.length === built.length && legs.some(({ option }) => option !== null)
  return isComplete && terms.spot > 0 ? strategyPicture(legs, terms) : null
}

function isWaiting(built: readonly BuiltLeg[], chains: Chains): boolean {
  return built.some(({ parsed }) => parsed?.contract && !chains.has(parsed.contract.expirationDate))
}

function Undrawn({ problem, isWaiting }: { readonly problem: Problem | null; readonly isWaiting: boolean }) {
  if (problem?.requiredPlan) return <PlanNotice plan={problem.requiredPlan} what="The strategy builder" />
  if (isWaiting && !problem) return <Waiting />
  return <Empty next="See the note beside it below, or remove it.">A leg cannot be valued.</Empty>
}
