import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends a run with one plain line of counts, which tools and people can read without knowing the runner. Before it come
 * the tests that passed at a second try: each has a fault, in itself or in the program. The exit code also goes into the
 * file of TEST_RESULT: what is left of the process then, native parts of the bundler, crashes once in some twenty runs.
 */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const flaky: string[] = []
    for (const module of modules) {
      const failedBefore = counts.failed
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending') counts[state]++
        if (test.diagnostic()?.flaky) flaky.push(`${module.relativeModuleId} > ${test.fullName}`)
      }
      // A file can also fail outside its tests: while it is loaded, or when it cleans up.
      if (module.state() === 'failed' && counts.failed === failedBefore) counts.failed++
    }
    process.on('exit', (code) => {
      for (const name of flaky) process.stdout.write(`\nPassed at the second try: ${name}\n`)
      process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
      const { TEST_RESULT: file } = process.env
      if (file !== undefined) writeFileSync(file, String(code))
    })
  }
}
