/** Widths of the bars and spaces of each character of Code 128, in modules (ISO/IEC 15417, table 1); the last one is the stop. */
const WIDTHS =
  (
    '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221' +
    '223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321' +
    '112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131' +
    '311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114' +
    '122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141' +
    '214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'
  ).match(/.{6}/g) ?? []
const STOP = '2331112'
const START = { B: 104, C: 105 } as const
const CODE_B = 100
/** White before and after the bars, in modules. */
const QUIET = 10

/** The characters of a text as Code 128 counts them: pairs of digits in set C, all else in set B. Undefined for what B lacks. */
function valuesOf(text: string): number[] | undefined {
  if (!/^[ -~]+$/.test(text)) return undefined
  // As many pairs of digits as stand at the start: four digits or more are shorter so, and so are two alone.
  const digits = /^\d+/.exec(text)?.[0].length ?? 0
  const paired = digits >= 4 || (digits === 2 && text.length === 2) ? digits - (digits % 2) : 0
  const pairs = text.slice(0, paired).match(/../g) ?? []
  const rest = text.slice(paired)
  return [
    ...(paired > 0 ? [START.C, ...pairs.map(Number)] : [START.B]),
    ...(paired > 0 && rest !== '' ? [CODE_B] : []),
    ...Array.from(rest, (sign) => sign.charCodeAt(0) - 32),
  ]
}

/** A bar code: how wide it is with the white at its sides, and its bars as a path of that width and a height of 1. */
export interface BarCode {
  modules: number
  path: string
}

/** The Code 128 of a text; undefined where it has other signs than ASCII, which no number of a library has. */
export function code128(text: string): BarCode | undefined {
  const values = valuesOf(text)
  if (!values) return undefined
  const check = values.reduce((sum, value, place) => sum + value * Math.max(place, 1), 0) % 103
  const widths = [...values, check].map((value) => WIDTHS[value] ?? '').join('') + STOP
  let at = QUIET
  let path = ''
  for (const [index, width] of [...widths].entries()) {
    if (index % 2 === 0) path += `M${at} 0h${width}v1h-${width}z`
    at += Number(width)
  }
  return { modules: at + QUIET, path }
}
