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
  let section = ''
  for (const finding of findings) {
    if (finding.section !== section) lines.push('', finding.section)
    section = finding.section
    lines.push(`  ${MARKS[finding.state]} ${finding.name}: ${finding.text}`)
    if (finding.fix !== null) lines.push(`        Fix: ${finding.fix}`)
  }
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  lines.push('', `${count('failure')} failures, ${count('warning')} warnings. This text contains no secrets.`, '')
  return lines.join('\n')
}
