/** The ways of looking for trade ideas; each is a pure function in the folder `pipelines`. */
export const PIPELINES = ['flow', 'gamma', 'trend', 'crush'] as const

export type PipelineName = (typeof PIPELINES)[number]
