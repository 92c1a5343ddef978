const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Formats seconds as 0:24, 4:32 or, from an hour on, 1:04:32. */
export function formatCountdown(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = twoDigits(seconds % 60)
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${rest}`
}
