/** Sends that the owner requests: a delivery once more, a test of a channel, a message that verifies an address. */
export type RequestedStage = 'redelivery' | 'test' | 'verification'

/** When the delivery policy decides: a notification is raised, the dispatcher claims an attempt, or the owner requests one. */
export type Stage = 'raise' | 'claim' | RequestedStage
