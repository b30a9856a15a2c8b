import type { Config } from './settings/config.ts'

const MB = 1024 * 1024
/** A valued contract with its chain. */
const CONTRACT_BYTES = 300

/** How the memory of CACHE_MB is divided. What is not mentioned here is small. */
export function memoryShares({ cacheMb }: Pick<Config, 'cacheMb'>) {
  return {
    /** Written answers of REST, with their compressed forms. */
    answerBytes: (cacheMb * MB) / 8,
    /** Answers about past sessions. */
    pastAnswerBytes: (cacheMb * MB) / 16,
    analysedContracts: Math.floor((cacheMb * MB) / 16 / CONTRACT_BYTES),
    /** Heaps of the threads that answer questions about past sessions. */
    threadsMb: Math.floor(cacheMb * 0.75),
  }
}
