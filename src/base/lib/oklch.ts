/** Tolerance of a channel before a colour counts as outside of sRGB: half an 8-bit step. */
const TOLERANCE = 0.002
/** Factor by which the chroma is reduced until the colour is in sRGB. */
const CHROMA_FACTOR = 0.95

/**
 * Converts OKLCH to sRGB as `#rrggbb`, for browsers without `oklch()`. `lightness` 0 to 1, `chroma` from 0, `hue` in
 * degrees. Reduces the chroma of colours outside of sRGB. Source of the matrices: Björn Ottosson, "A perceptual color
 * space for image processing", 2020.
 */
export function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const channels = linearChannels(lightness, chroma, hue)
  const isInGamut = channels.every((light) => light >= -TOLERANCE && light <= 1 + TOLERANCE)
  return isInGamut || chroma < TOLERANCE
    ? `#${channels.map(hexOf).join('')}`
    : oklchToHex(lightness, chroma * CHROMA_FACTOR, hue)
}

function linearChannels(lightness: number, chroma: number, hue: number): number[] {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** A linear channel, 0 to 1, as two hexadecimal digits of sRGB. */
function hexOf(linear: number): string {
  const light = Math.min(Math.max(linear, 0), 1)
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
