import { expect, test } from 'vitest'
import { lightOf, seenPart } from './pictures.ts'

test('Of a picture the part is read that a box shows which it covers', () => {
  // An upright phone: a strip of it.
  expect(seenPart({ width: 1080, height: 1920 }, { width: 350, height: 175 })).toEqual({
    x: 0,
    y: 690,
    width: 1080,
    height: 540,
  })
  // A box of the same shape: all of it.
  expect(seenPart({ width: 640, height: 480 }, { width: 320, height: 240 })).toEqual({
    x: 0,
    y: 0,
    width: 640,
    height: 480,
  })
  expect(seenPart({ width: 1000, height: 100 }, { width: 100, height: 100 })).toEqual({
    x: 450,
    y: 0,
    width: 100,
    height: 100,
  })
})

test('Light is the mean of a picture', () => {
  const picture = (red: number, green: number, blue: number) => ({
    width: 100,
    height: 100,
    colorSpace: 'srgb' as const,
    data: Uint8ClampedArray.from({ length: 40_000 }, (_, at) => [red, green, blue, 255][at % 4] ?? 0),
  })
  expect(lightOf(picture(0, 0, 0) as ImageData)).toBe(0)
  expect(Math.round(lightOf(picture(255, 255, 255) as ImageData))).toBe(255)
  expect(lightOf(picture(0, 255, 0) as ImageData)).toBeGreaterThan(lightOf(picture(0, 0, 255) as ImageData))
})
