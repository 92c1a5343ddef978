import { assert, double, property } from 'fast-check'
import { expect, test } from 'vitest'
import { correctionOf, expectedOf, NO_CORRECTION, rulerOf, wrongMeasures } from './correction.ts'

const A4 = { width: 210, height: 297 }
const ruler = rulerOf(A4)

test('A printer that is right is not corrected', () => {
  expect(correctionOf(expectedOf(ruler), ruler)).toEqual(NO_CORRECTION)
})

test('Whatever a printer does, a place comes out where it belongs, within 0.05 mm', () => {
  const scale = double({ min: 0.9, max: 1.1, noNaN: true })
  const offset = double({ min: -5, max: 5, noNaN: true })
  assert(
    property(scale, offset, scale, offset, (sx, dx, sy, dy) => {
      const { left, width, top, height } = expectedOf(ruler)
      const measured = { left: sx * left + dx, width: sx * width, top: sy * top + dy, height: sy * height }
      const { x, y, scaleX, scaleY } = correctionOf(measured, ruler)
      return [0, 7.21, 105, 202.8, 290].every(
        (p) => Math.abs(sx * (scaleX * p + x) + dx - p) < 0.05 && Math.abs(sy * (scaleY * p + y) + dy - p) < 0.05,
      )
    }),
  )
})

test('A printer at 94 % is corrected to 106.4 %', () => {
  const { scaleX, scaleY } = correctionOf({ left: 25.1, width: 141, top: 27.7, height: 188 }, ruler)
  expect([scaleX, scaleY]).toEqual([1.06383, 1.06383])
})

test('What cannot be a measure is named', () => {
  const right = expectedOf(ruler)
  expect(wrongMeasures(right, ruler)).toEqual([])
  expect(wrongMeasures({ ...right, width: 15, top: Number.NaN }, ruler)).toEqual(['width', 'top'])
  expect(wrongMeasures({ ...right, left: 200, height: Infinity }, ruler)).toEqual(['left', 'height'])
})

test('The ruler lies on each paper', () => {
  for (const page of [A4, { width: 215.9, height: 279.4 }, { width: 54, height: 25 }, { width: 62, height: 29 }]) {
    expect(rulerOf(page).x[1]).toBeLessThan(page.width)
    expect(rulerOf(page).y[1]).toBeLessThan(page.height)
  }
})
