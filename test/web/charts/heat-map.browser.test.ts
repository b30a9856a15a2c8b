import { expect, it } from 'vitest'
import { launchChromium } from '../../support/browser/chromium.ts'
import { timedDrawings } from '../../support/browser/heat-drawings.ts'
import { canWalk } from '../../support/browser/web-service.ts'

const FRAME_MS = 16

it.skipIf(!canWalk)('draws a session of 120 strikes within a frame', { timeout: 120_000 }, async () => {
  const browser = await launchChromium()
  try {
    const { medianMs, size, shades, times } = await timedDrawings(browser)
    console.log(
      `a heat map of 120 × 390 is drawn in ${medianMs.toFixed(2)} ms, median of ${times.length}, ${times.at(-1)?.toFixed(2)} at most`,
    )

    expect(size).toEqual([1200, 420])
    expect(shades).toBeGreaterThan(50)
    expect(medianMs).toBeLessThan(FRAME_MS)
  } finally {
    await browser.close()
  }
})
