/**
 * Number of typos between two words: letters left out, added, changed, neighbours swapped (optimal string alignment
 * distance).
 */
export function editDistance(one: string, other: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line[column] = Math.min(
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        isSwapped ? (twoAbove[column - 2] ?? Infinity) + 1 : Infinity,
      )
    }
    twoAbove = above
    above = line
  }
  return above[other.length] ?? 0
}
