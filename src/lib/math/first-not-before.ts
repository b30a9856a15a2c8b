/** The first of `count` places in order of which `isBefore` is false, by bisection; `count` where it is true of all. */
export function firstNotBefore(count: number, isBefore: (place: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
