import { randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { AppError } from '../../lib/errors.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { examineAddress } from '../doctor/address/examine-address.ts'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'
import { settingFailures } from '../doctor/local-findings.ts'
import { counted, reportText } from '../doctor/report.ts'
import { type TestTarget, testTargetIn } from '../doctor/send-test.ts'
import { type Config, SettingsError } from '../settings/config.ts'
import { VERSION } from '../version.ts'
import type { CommandParts } from './command-parts.ts'

const TIMEOUT_MS = 20_000

export function doctorCommand(commandParts: Pick<CommandParts, 'config' | 'lenientConfig'>): Command {
  return {
    name: 'doctor',
    usage: '--oauth --test CHANNEL=ADDRESS…',
    summary:
      'Ask every vendor of the settings once: what these keys may see, what is missing, clock, rate limits, and how to fix it. --oauth also checks the public address as an assistant that connects to it would. --test sends a test message, for example --test slack=URL.',
    async run({ args, json, stdout }) {
      const { tests, oauth } = optionsIn(args)
      const parts = {
        now: () => new Date(),
        monotonicMs: () => performance.now(),
        newId: randomUUID,
        randomBytes,
        timeoutMs: TIMEOUT_MS,
      }
      const { config, failures: wrong } = settingsOf(commandParts)
      // The public address can be examined from a machine that has nothing else of the service.
      const failures = config && oauth ? wrong.map((it) => ({ ...it, state: 'warning' as const })) : wrong
      const examined = config ? await examine(config, tests, parts) : []
      const address = config && oauth ? await examineAddress(config, parts) : []
      const findings = [...failures, ...examined, ...address]
      const { version: node, platform, arch } = process
      const head = { version: VERSION, node, platform: `${platform} ${arch}`, at: new Date().toISOString() }
      stdout.write(json ? `${JSON.stringify({ ...head, findings })}\n` : reportText(findings, head))
      const failed = findings.filter(({ state }) => state === 'failure').length
      if (failed > 0) throw new AppError('unavailable', `${counted(failed, 'check')} failed.`)
    },
  }
}

interface Settings {
  /** Null where even a command cannot work with them. */
  readonly config: Config | null
  readonly failures: readonly Finding[]
}

/** What is missing or wrong are findings, too: this is the command of somebody whose service does not start. */
function settingsOf({ config, lenientConfig }: Pick<CommandParts, 'config' | 'lenientConfig'>): Settings {
  const strict = orFailures(config)
  return strict.config ? strict : { config: orFailures(lenientConfig).config, failures: strict.failures }
}

function orFailures(read: () => Config): Settings {
  try {
    return { config: read(), failures: [] }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return { config: null, failures: settingFailures(error.lines) }
  }
}

interface Options {
  readonly tests: readonly TestTarget[]
  readonly oauth: boolean
}

function optionsIn(args: readonly string[]): Options {
  const options = { test: { type: 'string', multiple: true }, oauth: { type: 'boolean' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const tests = (values.test ?? []).map((text) => {
    const target = testTargetIn(text)
    if (!target)
      throw new AppError(
        'invalid',
        '--test needs CHANNEL=ADDRESS, for example --test webhook=https://example.com/hook.',
      )
    return target
  })
  return { tests, oauth: values.oauth === true }
}
