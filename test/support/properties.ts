import fc from 'fast-check'

/**
 * Properties are tried on the same inputs in every run, so that a red run means a change and can be run again;
 * `PROPERTY_SEED=random` or a number explores others.
 */
const seed = process.env['PROPERTY_SEED'] ?? '20261121'
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
