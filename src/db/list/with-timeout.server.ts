/** Milliseconds that a page waits for its total: less than another request takes. */
const PATIENCE = 15

/** A total if it is there at once; null while it is still being counted, which goes on. */
export function withTimeout(total: Promise<number>): Promise<number | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, null)
  })
  // Whoever asks again hears of a failure.
  total.catch(() => undefined)
  return Promise.race([total, late]).finally(() => clearTimeout(timer))
}
