/** How the reasons of the gates begin, which follow from a decision and its idea alone. */
const BY_GATE =
  /^(decision symbol differs|confidence is below|entry, target or stop price is missing|buy needs|short selling (is|needs)|notional is 0)/

/**
 * Whether a reason for a skip is that of a gate: the same decision is a skip again. Other reasons are bounds of the
 * operator, which depend on the day, the market and the account.
 */
export function isGateReason(reason: string): boolean {
  return BY_GATE.test(reason)
}
