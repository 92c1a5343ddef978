let running = 0

/** Loads a page that had failed once more; until that is done, `isRetrying` tells its loader to. */
export async function retry(load: () => Promise<void>): Promise<void> {
  running += 1
  try {
    await load()
  } finally {
    running -= 1
  }
}

/** Whether what is on screen is an error page: nothing of it needs to stay while a loader works. */
export const isRetrying = (): boolean => running > 0
