/** Compares texts by their code points, as UTF-8 sorts. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    // Surrogates stand for characters behind all that one unit holds.
    if (one !== other) return lifted(one) - lifted(other)
  }
  return a.length - b.length
}

const lifted = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x2000 : unit)
