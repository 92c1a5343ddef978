/** A deterministic generator of numbers in [0, 1). */
export type Random = () => number

/** Chris Doty-Humphrey's sfc32, from PractRand: 128 bits of state, the same in every engine. */
export function makeRandom(seed: number): Random {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9, 0x243f6a88, 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (let round = 0; round < 15; round++) next()
  return next
}

/** Picks an item, uniformly. Throws for an empty list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('Nothing to pick from')
  return one
}

/** Picks by Zipf's law: the item of rank n is 1/n^exponent as frequent as the first. */
export function zipf<T>(list: readonly T[], exponent = 0.8): (random: Random) => T {
  let sum = 0
  const limits = list.map((_, rank) => (sum += 1 / (rank + 1) ** exponent))
  return (random) => {
    const at = random() * sum
    let [low, high] = [0, limits.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((limits[middle] ?? sum) > at) high = middle
      else low = middle + 1
    }
    const one = list[low]
    if (one === undefined) throw new Error('Nothing to pick from')
    return one
  }
}
