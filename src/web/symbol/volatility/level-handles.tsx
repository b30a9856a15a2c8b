import { PlotHandle, PlotHandles } from '../../charts/plot-handle.tsx'
import type { PlotArea } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import {
  chanceInDensity,
  LEVEL_NAMES,
  type LevelName,
  type LevelTexts,
  levelOf,
  levelStep,
  levelText,
  priceAt,
} from './price-levels.ts'

interface LevelHandlesProps {
  readonly area: PlotArea
  readonly density: AnswerOf<'probability'>['density']
  readonly levels: LevelTexts
  /** While a level moves, and once it is left. */
  readonly onMove: (name: LevelName, text: string) => void
  readonly onSettle: () => void
}

/** Where a level waits to be moved: the probability of a lower price. */
const AT_REST: Readonly<Record<LevelName, number>> = { above: 0.75, below: 0.25 }

/** A handle for each level on the density, by pointer, touch or keys. */
export function LevelHandles({ area, density, levels, onMove, onSettle }: LevelHandlesProps) {
  const [low, high] = [density[0]?.price ?? area.low, density.at(-1)?.price ?? area.high]
  const step = levelStep(low, high)
  const textAt = (price: number) => levelText(price, step, low, high)
  return (
    <PlotHandles>
      {LEVEL_NAMES.map((name, row) => {
        const chosen = levelOf(levels[name])
        const price = chosen ?? Number(textAt(priceAt(density, AT_REST[name])))
        const chance = chanceInDensity(density, { [name]: price })
        const words = `${name} ${format.price(price)}: ${format.decimal(chance)}`
        return (
          <PlotHandle
            key={name}
            area={area}
            value={price}
            min={low}
            max={high}
            tone={name === 'above' ? 'up' : 'down'}
            row={row}
            label={`Level ${name}`}
            valueText={chosen === undefined ? `not chosen, ${words}` : words}
            onDrag={(moved) => onMove(name, textAt(moved))}
            onDrop={onSettle}
            onStep={(steps) => {
              onMove(name, textAt(price + steps * step))
              onSettle()
            }}
          >
            {chosen === undefined ? (
              name
            ) : (
              <>
                {name} <b>{format.decimal(chance)}</b>
              </>
            )}
          </PlotHandle>
        )
      })}
    </PlotHandles>
  )
}
