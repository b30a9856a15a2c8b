import type { Finding } from './finding.ts'

const MARKS: Readonly<Record<Finding['state'], string>> = { ok: 'ok   ', warning: 'WARN ', failure: 'FAIL ' }

export interface ReportHead {
  readonly version: string
  readonly node: string
  readonly platform: string
  readonly at: string
}

/** Plain text for a terminal or an issue. */
export function reportText(findings: readonly Finding[], { version, node, platform, at }: ReportHead): string {
  const lines = [`Optionwire ${version}, Node.js ${node}, ${platform}, ${at}`]
  let [section, fix]: [string, string | null] = ['', null]
  for (const finding of findings) {
    if (finding.section !== section) {
      lines.push('', finding.section)
      fix = null
    }
    section = finding.section
    lines.push(`  ${MARKS[finding.state]} ${finding.name}: ${finding.text}`)
    if (finding.fix !== null) lines.push(`        Fix: ${finding.fix === fix ? 'as above.' : finding.fix}`)
    fix = finding.fix ?? fix
  }
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  const counts = `${counted(count('failure'), 'failure')}, ${counted(count('warning'), 'warning')}`
  lines.push('', `${counts}. This text contains no secrets.`, '')
  return lines.join('\n')
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
