/** The limits by path, in milliseconds and kB: the first visit with an empty cache, and the second one. */
export const VISITED = {
  '/login': { field: 'input[type=email]', lcp: 1200, usable: 2000, whole: undefined },
  '/app/books': { field: 'input[type=search]', lcp: 1500, usable: 2400, whole: 300 },
} as const

export type VisitedPath = keyof typeof VISITED

/** kB of a second visit, and milliseconds until a tap has changed what is seen. */
export const SECOND_VISIT = 10
export const TAP = 100

/** Twenty readers on one connection, in milliseconds: the 95th percentile of an act of somebody who has been here before. */
export const CROWD = { readers: 20, act: 2000 }
