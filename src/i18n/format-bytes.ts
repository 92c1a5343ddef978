import { getLocale } from './locale.ts'

/** Bytes in the page's language, from kilobytes on: 1.4 MB. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 / 1024, 'megabyte']
  const maximumFractionDigits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(getLocale(), { style: 'unit', unit, maximumFractionDigits }).format(value)
}
