import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../support/process/temp-folder.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')

describe('the command line under systemd', () => {
  const unit = new Map(
    [...readFileSync(join(deploy, 'optionwire.service'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

  it('runs as the unit runs the service, with its words as they are', () => {
    const words = argumentsOf(['account', 'create', '--password', 'correct horse "battery"', ''])

    expect(words).toEqual(
      expect.arrayContaining([
        '--description=Optionwire, command line',
        `--uid=${unit.get('User')}`,
        `--gid=${unit.get('Group')}`,
        `--working-directory=${unit.get('WorkingDirectory')}`,
        `--property=UMask=${unit.get('UMask')}`,
        `--property=EnvironmentFile=${unit.get('EnvironmentFile')}`,
        '--setenv=DATABASE_PATH=/var/lib/optionwire/optionwire.sqlite3',
      ]),
    )
    expect(words.slice(words.indexOf('dist/program/cli.js') - 1)).toEqual([
      unit.get('ExecStart')?.split(' ')[0],
      'dist/program/cli.js',
      ...['account', 'create', '--password', 'correct horse "battery"', ''],
    ])
  })

  it('has the store of the unit', () => {
    const text = readFileSync(join(deploy, 'optionwire.service'), 'utf8')

    expect(text).toContain('DATABASE_PATH=/var/lib/optionwire/optionwire.sqlite3')
    expect(unit.get('StateDirectory')).toBe('optionwire')
  })
})

/** What the script hands to systemd-run, in whose place a program shows its arguments. */
function argumentsOf(words: readonly string[]): string[] {
  using folder = tempFolder()
  const shown = folder.file('systemd-run')
  writeFileSync(shown, '#!/bin/sh\nprintf \'%s\\0\' "$@"\n')
  chmodSync(shown, 0o755)
  const output = execFileSync(join(deploy, 'optionwire'), words, {
    env: { PATH: `${folder.path}:${process.env['PATH']}` },
    encoding: 'utf8',
  })
  return output.split('\0').slice(0, -1)
}
