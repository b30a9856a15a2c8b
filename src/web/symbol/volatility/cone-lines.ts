/** The quantiles of the implied price ranges, the highest first, as both of their charts draw them. */
export const CONE_LINES = [
  { place: 4, title: '90 % below', colour: 'up' },
  { place: 3, title: '75 %', colour: 'soft' },
  { place: 2, title: '50 %', colour: 'ink' },
  { place: 1, title: '25 %', colour: 'soft' },
  { place: 0, title: '10 %', colour: 'down' },
] as const
