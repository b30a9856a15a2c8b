import type { Config } from './settings/config.ts'

const MB = 1024 * 1024
/** A contract with its valuation; tables of early exercise have a share of their own. */
const CONTRACT_BYTES = 200

/** How the memory of CACHE_MB is divided. What is not mentioned here is small or as large as the market. */
export function memoryShares({ cacheMb }: Pick<Config, 'cacheMb'>) {
  const partBytes = (cacheMb * MB) / 48
  return {
    /** Written answers of REST, with their compressed forms. */
    answerBytes: 5 * partBytes,
    /** Answers about past sessions. */
    pastAnswerBytes: 4 * partBytes,
    /** One session of the simulated market at the default. */
    analysedContracts: Math.floor((2 * partBytes) / CONTRACT_BYTES),
    /**
     * Tables of early exercise: so many in this thread, and as many in the thread that values. At the default enough for
     * two or three chains; a table is solved again in two milliseconds.
     */
    exerciseTableBytes: Math.floor(0.5 * partBytes),
    /** Heaps of the threads that answer questions about past sessions. */
    threadsMb: Math.floor(cacheMb * 0.75),
  }
}
