/** Digits of a number of Maktaba's own: 1, six or more digits, a check digit. */
const OWN = /^1\d{7,}$/
/** Digits that a series may count on; more than any library needs. */
const DIGITS = 15

/** The check digit of an EAN, with the weights 3 and 1. */
const checkDigit = (body: string): number =>
  (10 -
    ([...body].reduceRight((sum, digit, at) => sum + Number(digit) * ((body.length - at) % 2 === 1 ? 3 : 1), 0) % 10)) %
  10

const isOwn = (number: string): boolean => OWN.test(number) && checkDigit(number.slice(0, -1)) === Number(number.at(-1))

/**
 * The numbers of several copies, counted on from the first: `MAN-001` to `MAN-030`, with check digits where the first is a
 * number of Maktaba's own. Undefined for a first that does not end with digits.
 */
export function numberSeries(first: string, count: number): string[] | undefined {
  if (count === 1) return [first]
  if (isOwn(first)) return counted(first.slice(0, -1), count)?.map((body) => `${body}${checkDigit(body)}`)
  return counted(first, count)
}

function counted(first: string, count: number): string[] | undefined {
  const { head = '', digits = '' } = new RegExp(`^(?<head>.*?)(?<digits>\\d{1,${DIGITS}})$`).exec(first)?.groups ?? {}
  if (digits === '') return undefined
  return Array.from({ length: count }, (_, at) => `${head}${String(Number(digits) + at).padStart(digits.length, '0')}`)
}
