/**
 * Groups of nodes that reach each other along the edges, each group and the list in alphabetical order; a node alone is
 * no group. Tarjan 1972.
 */
export function cyclesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const open: string[] = []
  const groups: string[][] = []

  function visit(node: string): number {
    let low = order.size
    order.set(node, low)
    open.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, order.get(next)!)
    }
    if (low === order.get(node)) {
      const group = open.splice(open.indexOf(node))
      if (group.length > 1) groups.push(group.sort())
    }
    return low
  }

  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return groups.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
}
