let running = 0

/** Loads a failed page again; `isRetrying` is true until it is done. */
export async function retry(load: () => Promise<void>): Promise<void> {
  running += 1
  try {
    await load()
  } finally {
    running -= 1
  }
}

/** Whether an error page is being retried, so that a loader need not keep its content on screen. */
export const isRetrying = (): boolean => running > 0
