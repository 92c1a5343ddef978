import { oklchToHex } from '#base/lib/oklch.ts'

/** OKLCH lightness and chroma; the hue is the book's unless given here. */
type Tint = readonly [lightness: number, chroma: number, hue?: number]

const CREAM: Tint = [0.97, 0.02, 85]
const GOLD: Tint = [0.8, 0.085, 85]

/** The OKLCH values of a cover's colours, so that books of one hue differ. */
export interface Tone {
  /** Background. */
  ground: Tint
  /** Drawing: thin lines, broad shapes. */
  line: Tint
  shape: Tint
  /** Text on `ground`: contrast of 4.5:1 at least. */
  ink: Tint
  /** Plate behind the text in some compositions, and the text on it: contrast of 4.5:1 at least. */
  plate: Tint
  plateInk: Tint
}

const DEEP: Tone = {
  ground: [0.36, 0.08],
  line: [0.52, 0.085],
  shape: [0.45, 0.09],
  ink: CREAM,
  plate: [0.27, 0.06],
  plateInk: CREAM,
}
const MIDDLE: Tone = {
  ground: [0.46, 0.095],
  line: [0.62, 0.09],
  shape: [0.55, 0.1],
  ink: CREAM,
  plate: [0.34, 0.08],
  plateInk: CREAM,
}
const MUTED: Tone = {
  ground: [0.51, 0.055],
  line: [0.67, 0.05],
  shape: [0.6, 0.06],
  ink: CREAM,
  plate: [0.38, 0.05],
  plateInk: CREAM,
}
const BRIGHT: Tone = {
  ground: [0.77, 0.085],
  line: [0.62, 0.095],
  shape: [0.69, 0.095],
  ink: [0.25, 0.06],
  plate: [0.37, 0.085],
  plateInk: CREAM,
}
const PALE: Tone = {
  ground: [0.92, 0.028],
  line: [0.74, 0.07],
  shape: [0.83, 0.06],
  ink: [0.34, 0.085],
  plate: [0.44, 0.1],
  plateInk: CREAM,
}
const GILT: Tone = {
  ground: [0.3, 0.055],
  line: [0.6, 0.075, 85],
  shape: [0.38, 0.06],
  ink: GOLD,
  plate: [0.24, 0.045],
  plateInk: GOLD,
}

/** Each tone as often as it is used: four of twenty covers are deep. */
// oxfmt-ignore
export const TONES: readonly [Tone, ...Tone[]] = [
  DEEP, DEEP, DEEP, DEEP, MIDDLE, MIDDLE, MIDDLE, MIDDLE, MIDDLE, MUTED, MUTED, MUTED, BRIGHT, BRIGHT, BRIGHT, PALE, PALE,
  PALE, GILT, GILT,
]

/** A colour of a tone in a hue, in degrees, as `#rrggbb`. */
export function colorOf(tone: Tone, name: keyof Tone, bookHue: number): string {
  const [lightness, chroma, hue = bookHue] = tone[name]
  return oklchToHex(lightness, chroma, hue)
}
