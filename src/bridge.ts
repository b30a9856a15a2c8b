/** The program in the bundle for Claude Desktop. It has the settings that the host asked its user for. */
import { createInterface } from 'node:readline'
import { bridge } from './surfaces/stdio/bridge.ts'
import { bridgeSettings } from './surfaces/stdio/bridge-settings.ts'

const settings = bridgeSettings(process.env)
if ('problem' in settings) {
  process.stderr.write(`${settings.problem}\n`)
  process.exitCode = 1
} else {
  await bridge({
    ...settings,
    lines: createInterface({ input: process.stdin }),
    write: (line) => void process.stdout.write(`${line}\n`),
    log: (text) => void process.stderr.write(`${text}\n`),
  })
}
