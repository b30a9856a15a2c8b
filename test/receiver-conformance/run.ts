import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type Case, PROFILES } from './case.ts'
import { CASES } from './cases/index.ts'
import { runCase, runWord } from './run-case.ts'

const USAGE = `Plays the conformance suite against a receiver at an address.

  --url URL          of the receiver, for example http://127.0.0.1:3000
  --secret SECRET    its webhook secret
  --provider NAME    segment of its path (optionomics-neutral)
  --profile NAME     which settings it runs with: ${Object.keys(PROFILES).join(', ')} (dry)
  --with LIST        what is scripted behind it: model, broker, or model,broker (nothing)
  --only TEXT        cases whose id holds this text
  --print            write the cases as JSON and end
`

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    secret: { type: 'string' },
    provider: { type: 'string', default: 'optionomics-neutral' },
    profile: { type: 'string', default: 'dry' },
    with: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    print: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.print) process.stdout.write(`${JSON.stringify({ profiles: PROFILES, cases: CASES }, null, 2)}\n`)
else if (values.help || values.url === undefined || values.secret === undefined) {
  process.stderr.write(USAGE)
  process.exitCode = values.help ? 0 : 2
} else {
  const target = { url: values.url.replace(/\/+$/, ''), secret: values.secret, provider: values.provider }
  process.exitCode = await play(target)
}

async function play(target: Parameters<typeof runCase>[0]): Promise<number> {
  const scripted = values.with.split(',')
  const chosen = CASES.filter(({ id, profile }) => profile === values.profile && id.includes(values.only))
  const isPlayed = ({ needs }: Case) => needs.every((need) => scripted.includes(need))
  const seed = randomBytes(8).toString('hex')
  let failed = 0
  for (const [index, one] of chosen.entries()) {
    if (!isPlayed(one)) continue
    const wrong = await runCase(target, one, runWord(seed, index)).catch((error: unknown) => [String(error)])
    if (wrong.length > 0) failed++
    process.stdout.write(`${wrong.length > 0 ? 'FAIL' : 'ok  '} ${one.id}: ${one.title}\n`)
    for (const text of wrong) process.stdout.write(`       ${text}\n`)
  }
  const played = chosen.filter(isPlayed).length
  const left = chosen.length - played
  process.stdout.write(`\n${played - failed} of ${played} cases hold under the settings ${values.profile}.\n`)
  if (left > 0) process.stdout.write(`${left} were left out: they need --with model or --with model,broker.\n`)
  return failed > 0 || played === 0 ? 1 : 0
}
