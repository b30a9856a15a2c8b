/** Long work in small pieces: at each `yield` other work may run. */
export type Steps<Result> = Generator<undefined, Result>
