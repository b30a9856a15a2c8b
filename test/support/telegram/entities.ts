// What the vendor does after parsing: trims the text, splits and joins entities, finds links and commands by itself.

import type { Parsed } from './markdown.ts'
import { ApiError, type Entity } from './types.ts'

const SPLITTABLE = ['bold', 'italic', 'underline', 'strikethrough', 'spoiler']
const CODE = ['code', 'pre']
const PRIORITY: Record<string, number> = {
  blockquote: 0,
  expandable_blockquote: 0,
  pre: 11,
  code: 20,
  date_time: 30,
  text_link: 49,
  text_mention: 49,
  bold: 90,
  italic: 91,
  underline: 92,
  strikethrough: 93,
  spoiler: 94,
  custom_emoji: 99,
}

const end = (e: Entity): number => e.offset + e.length
const isSplittable = (e: Entity): boolean => SPLITTABLE.includes(e.type)

export function compareEntities(a: Entity, b: Entity): number {
  return a.offset - b.offset || b.length - a.length || (PRIORITY[a.type] ?? 50) - (PRIORITY[b.type] ?? 50)
}

// Entities a caller gave in place of marks.
export function arrangeGiven(given: Entity[]): Entity[] {
  for (const e of given) {
    for (const name of ['offset', 'length'] as const) {
      if (!Number.isInteger(e[name]) || e[name] < 0 || e[name] > 1_000_000) {
        throw new ApiError(400, `Bad Request: receive an entity with incorrect ${name} ${e[name]}`)
      }
    }
  }
  return given.filter((e) => e.length > 0)
}

export function finishText(parsed: Parsed): Parsed {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the vendor replaces exactly these
  const clean = parsed.text.replace(/\r/g, '').replace(/[\0-\x08\x0b-\x1f]/g, ' ')
  const moved = parsed.text.includes('\r') ? dropReturns(parsed) : parsed.entities
  const kept = clean.replace(/[ \n]+$/, '')
  if (kept === '') throw new ApiError(400, 'Bad Request: text must be non-empty')
  const entities = moved
    .map((e) => ({ ...e, length: Math.min(end(e), kept.length) - e.offset }))
    .filter((e) => e.length > 0)
  const firstEntity = entities.length ? Math.min(...entities.map((e) => e.offset)) : kept.length
  const lead = Math.min(/^[ \n]*/.exec(kept)![0].length, firstEntity)
  const text = kept.slice(lead)
  const shifted = entities.map((e) => ({ ...e, offset: e.offset - lead }))
  const all = [...shifted, ...detect(text, shifted)]
  return { text, entities: arrange(all) }
}

function dropReturns(parsed: Parsed): Entity[] {
  const before = (at: number): number => parsed.text.slice(0, at).split('\r').length - 1
  return parsed.entities.map((e) => {
    const offset = e.offset - before(e.offset)
    return { ...e, offset, length: end(e) - before(end(e)) - offset }
  })
}

// Splits bold and the like where another entity begins or ends, as the vendor reports them.
function arrange(entities: Entity[]): Entity[] {
  const sorted = [...entities].sort(compareEntities)
  const fixed = sorted.filter((e) => !isSplittable(e))
  const soft = sorted.filter(isSplittable)
  if (!needsSplit(soft, fixed)) return sorted
  const code = fixed.filter((e) => CODE.includes(e.type))
  const runs = SPLITTABLE.flatMap((type) => joined(soft.filter((e) => e.type === type)))
  const cuts = new Set<number>(runs.map((e) => e.offset))
  for (const e of fixed) cuts.add(e.offset).add(end(e))
  const pieces = runs.flatMap((run) => {
    const marks = [...cuts].filter((c) => c > run.offset && c < end(run)).sort((a, b) => a - b)
    const points = [run.offset, ...marks, end(run)]
    return points.slice(1).map((to, i) => ({ ...run, offset: points[i]!, length: to - points[i]! }))
  })
  const visible = pieces.filter((p) => !code.some((c) => p.offset >= c.offset && end(p) <= end(c)))
  return [...fixed, ...visible].sort(compareEntities)
}

function needsSplit(soft: Entity[], fixed: Entity[]): boolean {
  for (const s of soft) {
    for (const f of fixed) {
      if (end(s) <= f.offset || end(f) <= s.offset) continue
      const inside = s.offset >= f.offset && end(s) <= end(f)
      if (!inside || CODE.includes(f.type)) return true
    }
    const twin = (e: Entity): boolean => e !== s && e.type === s.type && e.offset <= end(s) && s.offset <= end(e)
    if (soft.some(twin)) return true
  }
  return false
}

function joined(entities: Entity[]): Entity[] {
  const out: Entity[] = []
  for (const e of entities) {
    const last = out.at(-1)
    if (last && e.offset <= end(last)) last.length = Math.max(end(last), end(e)) - last.offset
    else out.push({ ...e })
  }
  return out
}

// A short form of the vendor's own finder (assumed; see README.md).
const FINDERS: [string, RegExp][] = [
  ['url', /(?<![\w@])https?:\/\/[^\s<>"]*[^\s<>".,!?:;')\]]/g],
  ['email', /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi],
  ['bot_command', /(?<![\w/<>])\/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?(?![\w/<>])/g],
  ['mention', /(?<![\w@])@[A-Za-z]\w{2,31}(?!\w)/g],
  ['cashtag', /(?<![\w$])\$[A-Z][A-Z0-9]{0,7}(?![\w$])/g],
  ['hashtag', /(?<![\w#])#(?=\w*[A-Za-z_])\w{1,256}/g],
]

export function detect(text: string, known: Entity[]): Entity[] {
  const taken = known.filter((e) => !isSplittable(e) && !e.type.endsWith('blockquote'))
  const found: Entity[] = []
  for (const [type, pattern] of FINDERS) {
    for (const match of text.matchAll(pattern)) {
      const one = { type, offset: match.index, length: match[0].length }
      const clash = [...taken, ...found].some((e) => one.offset < end(e) && e.offset < end(one))
      if (!clash) found.push(one)
    }
  }
  return found.sort(compareEntities)
}
