/** The slope of the line through points by least squares; 0 for fewer than two. */
export function slopeOf(points: readonly (readonly [number, number])[]): number {
  const count = points.length
  if (count < 2) return 0
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count
  const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const under = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return under === 0 ? 0 : over / under
}
