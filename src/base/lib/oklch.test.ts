import { expect, test } from 'vitest'
import { oklchToHex } from './oklch.ts'

// The corners of sRGB, as CSS Color 4 gives them.
test.each([
  [0, 0, 0, '#000000'],
  [1, 0, 0, '#ffffff'],
  [0.6279554, 0.2576833, 29.2338806, '#ff0000'],
  [0.8664396, 0.2948272, 142.4953389, '#00ff00'],
  [0.4520137, 0.3132144, 264.0520206, '#0000ff'],
])('oklch(%d %d %d) is %s', (lightness, chroma, hue, hex) => {
  expect(oklchToHex(lightness, chroma, hue)).toBe(hex)
})

test('A colour that a screen cannot show loses chroma, not its lightness', () => {
  const [red = 0, green = 0, blue = 0] = (oklchToHex(0.44, 0.4, 100).match(/[\da-f]{2}/g) ?? []).map((two) =>
    Number.parseInt(two, 16),
  )
  expect(red).toBeGreaterThan(60)
  expect(Math.abs(red - green)).toBeLessThan(30)
  expect(blue).toBeLessThan(30)
})
