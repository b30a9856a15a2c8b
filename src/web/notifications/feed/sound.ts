/** The sound of the bell, synthesized, in one tab only. Browsers forbid sound before the first interaction. */

const LOCK = 'bell-sound'
const GESTURES = ['pointerdown', 'keydown'] as const
const MIN_GAP_S = 2

export class BellSound {
  readonly #gone = new AbortController()
  #audio: AudioContext | null = null
  /** The lock that elects the sounding tab. */
  #isChosen = false
  #lastAtS = Number.NEGATIVE_INFINITY

  constructor() {
    const { signal } = this.#gone
    for (const gesture of GESTURES) addEventListener(gesture, this.#arm, { signal, capture: true, passive: true })
  }

  /** Two tones, rising higher for high priority. Simultaneous notifications sound once. */
  play(isHigh: boolean): void {
    const audio = this.#audio
    if (!audio || !this.#isChosen || audio.currentTime - this.#lastAtS < MIN_GAP_S) return
    this.#lastAtS = audio.currentTime
    tone(audio, isHigh ? 880 : 660, 0)
    tone(audio, isHigh ? 1_175 : 880, 0.14)
  }

  close(): void {
    this.#gone.abort()
    void this.#audio?.close()
  }

  /** Runs at the first gesture. */
  readonly #arm = (): void => {
    if (this.#audio) return
    const audio = new AudioContext()
    this.#audio = audio
    void audio.resume()
    void this.#waitForTurn()
  }

  /** The tab with the lock sounds; when it closes, the next one gets the lock. */
  async #waitForTurn(): Promise<void> {
    const { signal } = this.#gone
    const untilGone = () =>
      new Promise<void>((resolve) => {
        this.#isChosen = true
        signal.addEventListener('abort', () => resolve())
      })
    await navigator.locks.request(LOCK, { signal }, untilGone).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
}

function tone(audio: AudioContext, frequency: number, afterS: number): void {
  const at = audio.currentTime + afterS
  const voice = new OscillatorNode(audio, { type: 'sine', frequency })
  const loudness = new GainNode(audio, { gain: 0 })
  loudness.gain.setValueAtTime(0, at)
  loudness.gain.linearRampToValueAtTime(0.12, at + 0.015)
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.3)
  voice.connect(loudness).connect(audio.destination)
  voice.start(at)
  voice.stop(at + 0.32)
}
