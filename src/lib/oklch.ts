/** How far a channel may be off before a colour counts as outside of sRGB: half of a step of 8 bits. */
const OFF = 0.002
/** Of the chroma, what is left at each step towards what sRGB can show. */
const STEP = 0.95

/**
 * A colour of OKLCH in sRGB, as `#rrggbb`: browsers that do not know `oklch()` show it too. `lightness` 0 to 1, `chroma`
 * from 0, `hue` in degrees. What sRGB cannot show gets less chroma. Source of the matrices: Björn Ottosson, "A
 * perceptual color space for image processing", 2020.
 */
export function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const channels = linearChannels(lightness, chroma, hue)
  const isShown = channels.every((light) => light >= -OFF && light <= 1 + OFF)
  return isShown || chroma < OFF ? `#${channels.map(hexOf).join('')}` : oklchToHex(lightness, chroma * STEP, hue)
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

/** A channel of linear light, 0 to 1, as two digits of sRGB. */
function hexOf(linear: number): string {
  const light = Math.min(Math.max(linear, 0), 1)
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
