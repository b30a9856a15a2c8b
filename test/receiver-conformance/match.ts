/** Where a value does not hold what is expected of it: one line for each place, none when it does. */
export function mismatches(expected: unknown, value: unknown, path = ''): string[] {
  if (Array.isArray(expected)) return listMismatches(expected, value, path)
  if (!isObject(expected)) return Object.is(expected, value) ? [] : [line(path, expected, value)]
  const { rules, members } = parted(expected)
  const broken = rules.flatMap(([name, wanted]) => ruleMismatches(name, wanted, value, path))
  if (members.length === 0) return rules.length > 0 || isObject(value) ? broken : [line(path, expected, value)]
  if (!isObject(value)) return [...broken, line(path, 'an object', value)]
  return [...broken, ...members.flatMap(([name, wanted]) => mismatches(wanted, value[name], `${path}.${name}`))]
}

function parted(expected: Record<string, unknown>) {
  const entries = Object.entries(expected)
  return {
    rules: entries.filter(([name]) => name.startsWith('$')),
    members: entries.filter(([name]) => !name.startsWith('$')),
  }
}

function listMismatches(expected: readonly unknown[], value: unknown, path: string): string[] {
  if (!Array.isArray(value) || value.length !== expected.length) return [line(path, expected, value)]
  return expected.flatMap((wanted, index) => mismatches(wanted, value[index], `${path}[${index}]`))
}

function ruleMismatches(rule: string, wanted: unknown, value: unknown, path: string): string[] {
  const failed = (): string[] => [line(path, { [rule]: wanted }, value)]
  switch (rule) {
    case '$is':
      return typeof value === 'string' && pattern(wanted).test(value) ? [] : failed()
    case '$has':
      return (typeof value === 'string' || Array.isArray(value)) && value.includes(String(wanted)) ? [] : failed()
    case '$not':
      return typeof value === 'string' && !value.includes(String(wanted)) ? [] : failed()
    case '$last':
      return Array.isArray(value) ? mismatches(wanted, value.at(-1), `${path}[last]`) : failed()
    case '$each':
      return Array.isArray(value) ? value.flatMap((it, at) => mismatches(wanted, it, `${path}[${at}]`)) : failed()
    case '$length':
      return lengthOf(value) === wanted ? [] : failed()
    case '$most':
      return lengthOf(value) <= Number(wanted) ? [] : failed()
    case '$keys':
      return isObject(value) && Object.keys(value).length === wanted ? [] : failed()
    case '$list':
      return Array.isArray(value) ? [] : failed()
    case '$absent':
      return value === undefined ? [] : failed()
    default:
      throw new Error(`a case has a rule that is not known: ${rule}`)
  }
}

/** Of a text in code points. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return [...value].length
  return Array.isArray(value) ? value.length : Number.NaN
}

/** `(?i)` at its beginning makes a pattern blind to case, as in other languages. */
function pattern(source: unknown): RegExp {
  const text = String(source)
  return text.startsWith('(?i)') ? new RegExp(text.slice(4), 'i') : new RegExp(text)
}

function line(path: string, expected: unknown, value: unknown): string {
  return `${path || 'the value'}: expected ${JSON.stringify(expected)}, received ${JSON.stringify(value)}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
