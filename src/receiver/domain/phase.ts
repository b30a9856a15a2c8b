/**
 * How far the work on an idea is committed, which decides where it resumes after a crash: `accepted` requests a
 * decision, `decided` continues with the stored one, `submitting` may have an order at the brokerage and queries it
 * first.
 */
export type Phase = 'accepted' | 'decided' | 'submitting' | 'done'
