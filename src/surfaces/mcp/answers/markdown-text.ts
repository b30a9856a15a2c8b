/**
 * A short rendering of an answer as Markdown, for clients that read the whole as `structuredContent`. Generic, so that
 * no tool has a rendering of its own to keep: an operation declares which list is the main one, and which of its rows
 * and figures matter most.
 */
import type { Answer } from '../../../catalogue/operation.ts'
import { type Block, blocksOf, type Declared } from './markdown-blocks.ts'

/** Of the estimated tokens of the JSON; the promise is 0.6 of the real ones. */
const SHARE = 0.56
/** A shorter answer stays JSON: only a few rows would be left of it. */
const MIN_TOKENS = 400
const IN_PART = 'In part: structuredContent has all of it.'
/** From complete to short. The first that all rows fit into is taken, or else the last. */
const FORMS = [
  { maxCell: Number.POSITIVE_INFINITY, keyColumns: false },
  { maxCell: 240, keyColumns: false },
  { maxCell: 120, keyColumns: false },
  { maxCell: 60, keyColumns: false },
  { maxCell: 60, keyColumns: true },
]
/** Figures that each block has before any has rows. */
const FIRST_FIGURES = 6
/** Rows of the main list, and then of the others, that matter more than members of members. */
const [MAIN_ROWS, FIRST_ROWS] = [5, 3]

/** `json` is the text of `body`. An answer of fewer than 400 tokens stays JSON. */
export function markdownText(body: Answer, json: string, declared: Declared): string {
  const tokens = tokensOf(json)
  if (tokens < MIN_TOKENS) return json
  const budget = Math.floor(tokens * SHARE) - tokensOf(IN_PART)
  let text = ''
  for (const form of FORMS) {
    let isCut = false
    const onCut = () => {
      isCut = true
    }
    const blocks = blocksOf(body, { ...form, declared, onCut })
    const counts = fittingCounts(blocks, budget)
    const isWhole = blocks.every(({ items }, index) => counts[index] === items.length)
    text = written(blocks, counts)
    if (isCut || !isWhole) text += `\n${IN_PART}`
    if (isWhole) break
  }
  return text
}

/** Close to what models count: words in pieces, digits by three and the space before them, runs of signs. */
function tokensOf(text: string): number {
  return text.match(/_?\p{L}{1,7}|\d{1,3}| (?=\d)|[^\s\p{L}\d_]+|_(?!\p{L})/gu)?.length ?? 0
}

/** How many items each block shows. Every stage has what remains of the budget after the earlier ones. */
function fittingCounts(blocks: readonly Block[], budget: number): readonly number[] {
  const costs = blocks.map(({ items, separator }) => items.map((item) => tokensOf(item + separator)))
  const counts = blocks.map(() => 0)
  let left = budget
  const grow = (index: number, { head, items, order }: Block, goal: number) => {
    for (let count = counts[index] ?? 0; count < Math.min(goal, items.length); count++) {
      const cost = (costs[index]?.[order[count] ?? 0] ?? 0) + (count === 0 ? tokensOf(head) : 0)
      if (cost > left) return
      left -= cost
      counts[index] = count + 1
    }
  }
  for (const goal of stagesOf(blocks)) for (const [index, block] of blocks.entries()) grow(index, block, goal(block))
  return counts
}

type Stage = (block: Block) => number

/** Figures come before rows, and something of every block before more of one. */
function stagesOf(blocks: readonly Block[]): readonly Stage[] {
  const rows = Math.max(0, ...blocks.map(({ kind, items }) => (kind === 'rows' ? items.length : 0)))
  const upTo = (most: number, fits: (block: Block) => boolean): Stage[] =>
    Array.from({ length: most }, (_, index) => (block) => (fits(block) ? index + 1 : 0))
  return [
    ({ depth, key }) => (depth === 0 ? key : 0),
    ({ kind, depth, key }) => (kind === 'figures' && depth === 1 ? Math.min(key, FIRST_FIGURES) : 0),
    ({ kind, depth }) => (kind === 'rows' && depth === 1 ? 1 : 0),
    ({ depth, key }) => (depth === 1 ? key : 0),
    ({ isMain }) => (isMain ? MAIN_ROWS : 0),
    ...upTo(FIRST_ROWS, ({ kind, depth }) => kind === 'rows' && depth === 1),
    ({ key }) => key,
    ({ kind }) => (kind === 'figures' ? Number.POSITIVE_INFINITY : 0),
    ...upTo(rows, ({ kind }) => kind === 'rows'),
  ]
}

function written(blocks: readonly Block[], counts: readonly number[]): string {
  return blocks
    .flatMap(({ head, items, separator, order }, index) => {
      const shown = new Set(order.slice(0, counts[index]))
      return shown.size > 0 ? [head + items.filter((_item, item) => shown.has(item)).join(separator)] : []
    })
    .join('\n')
}
