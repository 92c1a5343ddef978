const two = (value: number): string => String(value).padStart(2, '0')

/** Seconds as a clock shows them: 0:24, 4:32, from an hour on 1:04:32. */
export function formatCountdown(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = two(seconds % 60)
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`
}
